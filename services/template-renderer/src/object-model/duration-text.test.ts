import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [0, '0 секунд'],
  [1, '1 секунда'],
  [59, '59 секунд'],
  [60, '1 минута'],
  [122, '2 минуты'],
  [3_600 * 5, '5 часов'],
  [86_400 + 3_600 * 2 + 60 * 21 + 30, '1 день 2 часа 21 минута'],
  [86_400 * 11, '11 дней'],
  [86_400 * 22, '22 дня'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
