import QRCode from 'qrcode';
import { describe, expect, it, vi } from 'vitest';
import { concatenate, formatOf, formatText } from './format.ts';

describe('format', () => {
  it.each([
    ['plain', 'text/plain; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['other', 'application/octet-stream; charset=utf-8'],
  ] as const)('%s leaves the text as it is', async (format, contentType) => {
    expect(await formatText('<b>{"a"}</b>', format, undefined)).toMatchObject({ contentType, body: '<b>{"a"}</b>' });
  });

  it('draws an SVG of modules of size 3 with a margin of 4', async () => {
    const { body, contentType } = await formatText('https://example.com', 'qrcode', undefined);
    expect(contentType).toBe('image/svg+xml; charset=utf-8');
    expect(body).toMatch(/^<svg [^>]*width="99" height="99"/);
  });

  it('draws a PNG', async () => {
    const { body } = await formatText('x', 'qrcode_png', undefined);
    expect((body as Buffer).subarray(1, 4).toString()).toBe('PNG');
  });

  it('answers an empty body for an empty text', async () => {
    expect((await formatText('', 'qrcode', undefined)).body).toBe('');
  });

  it('refuses a text that no QR code can hold', async () => {
    await expect(formatText('x'.repeat(3000), 'qrcode', undefined)).rejects.toThrow('too long for a QR code');
  });

  it.each([
    ['digits', '1', 5596],
    ['capitals', 'A', 3391],
    ['letters', 'a', 2331],
    ['Cyrillic', 'ж', 1165],
  ])('draws the longest text of %s, and no longer one', async (_name, character, length) => {
    expect((await formatText(character.repeat(length), 'qrcode', undefined)).body).toContain('width="555"');
    await expect(formatText(character.repeat(length + 1), 'qrcode', undefined)).rejects.toThrow(
      'too long for a QR code',
    );
  });

  it('does not try to encode what no QR code can hold', async () => {
    const encode = vi.spyOn(QRCode, 'create');
    await expect(formatText('aA1'.repeat(1_000_000), 'qrcode', undefined)).rejects.toThrow('too long for a QR code');
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
  });

  it('names the download of other, quotes and line breaks made harmless', async () => {
    const { headers } = await formatText('', 'other', 'счёт"\r\n.txt');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_______.txt"; filename*=UTF-8''${encodeURIComponent('счёт"\r\n.txt')}`,
    );
  });

  it('takes halves of characters in a file name for what stands for them', async () => {
    const { headers } = await formatText('x', 'other', '\ud800.txt');
    expect(headers['content-disposition']).toContain("UTF-8''%EF%BF%BD.txt");
  });

  it('takes any other word for the envelope', () => {
    expect(formatOf('default')).toBeUndefined();
    expect(formatOf('')).toBeUndefined();
    expect(formatOf('constructor')).toBeUndefined();
  });

  it('prints texts as they are and objects as JSON, one after another', () => {
    expect(concatenate(['a', { b: 1 }, 2])).toBe('a{"b":1}2');
  });
});
