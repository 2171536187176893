import { randomInt } from 'node:crypto';

/** Strokes of each character on a grid of 4 by 6: drawn as lines, so that the picture holds no text to read out. */
const STROKES: Readonly<Record<string, readonly string[]>> = {
  '0': ['1,0 3,0 4,2 4,4 3,6 1,6 0,4 0,2 1,0'],
  '1': ['0,2 2,0 2,6', '0,6 4,6'],
  '2': ['0,1 1,0 3,0 4,1 4,2 0,6 4,6'],
  '3': ['0,0 4,0 2,2 4,4 3,6 1,6 0,5'],
  '4': ['3,6 3,0 0,4 4,4'],
  '5': ['4,0 0,0 0,3 3,2 4,4 3,6 0,6'],
  '6': ['4,0 1,1 0,4 1,6 3,6 4,4 3,3 0,4'],
  '7': ['0,0 4,0 1,6'],
  '8': ['2,3 0,2 1,0 3,0 4,2 2,3 0,4 1,6 3,6 4,4 2,3'],
  '9': ['0,6 3,5 4,2 3,0 1,0 0,2 1,3 4,2'],
  '+': ['2,1 2,5', '0,3 4,3'],
};

const CELL = 6;
const ADVANCE = 34;
const HEIGHT = 60;
const NOISE_LINES = 4;

/** An SVG picture of a sum such as `12+7`, jittered and crossed by lines. */
export function captchaPicture(sum: string): string {
  const width = sum.length * ADVANCE + 20;
  const glyphs = [...sum].flatMap((character, index) =>
    (STROKES[character] ?? []).map((stroke) => polyline(stroke, 12 + index * ADVANCE + jitter(3), 12 + jitter(5))),
  );
  const noise = Array.from({ length: NOISE_LINES }, () => line(width));
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">`;
  return `${open}<rect width="100%" height="100%" fill="#f4f4f4"/>${glyphs.join('')}${noise.join('')}</svg>`;
}

function polyline(stroke: string, left: number, top: number): string {
  const points = stroke.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return `${left + x * CELL + jitter(1)},${top + y * CELL + jitter(1)}`;
  });
  return `<polyline points="${points.join(' ')}" fill="none" stroke="#333" stroke-width="3" stroke-linecap="round"/>`;
}

function line(width: number): string {
  const [y1, y2] = [randomInt(HEIGHT), randomInt(HEIGHT)];
  return `<line x1="0" y1="${y1}" x2="${width}" y2="${y2}" stroke="#999" stroke-width="1"/>`;
}

function jitter(amount: number): number {
  return randomInt(-amount, amount + 1);
}
