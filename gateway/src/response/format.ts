import { Fault, type JsonValue } from '@countinghouse/contracts';
import QRCode from 'qrcode';

/** The special query argument of every `/v1` call (spec 4.7, peer-http-api.md 0.5). */
const CONTENT_TYPES = {
  plain: 'text/plain',
  html: 'text/html',
  json: 'application/json',
  other: 'application/octet-stream',
  qrcode: 'image/svg+xml',
  qrcode_png: 'image/png',
} as const;
export type Format = keyof typeof CONTENT_TYPES;

export interface Formatted {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The format asked for; any other word, and an empty one, mean the envelope. */
export function formatOf(asked: JsonValue | undefined): Format | undefined {
  return typeof asked === 'string' && Object.hasOwn(CONTENT_TYPES, asked) ? (asked as Format) : undefined;
}

/** Elements printed one after another: text as it is, objects as JSON. */
export function concatenate(elements: readonly unknown[]): string {
  return elements.map((element) => (typeof element === 'string' ? element : JSON.stringify(element))).join('');
}

/** A text in the format. `filename` names the download of `other`. */
export async function formatText(text: string, format: Format, filename: JsonValue | undefined): Promise<Formatted> {
  return {
    contentType: `${CONTENT_TYPES[format]}; charset=utf-8`,
    headers: format === 'other' && typeof filename === 'string' && filename !== '' ? disposition(filename) : {},
    body: format === 'qrcode' || format === 'qrcode_png' ? await qrCode(text, format) : text,
  };
}

function disposition(filename: string): Record<string, string> {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return { 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` };
}

/** Module size 3, margin 4, correction level M, black on white (templates.md 1.5); an empty text gives an empty body. */
const QR_OPTIONS = { errorCorrectionLevel: 'M', margin: 4, scale: 3 } as const;

async function qrCode(text: string, format: 'qrcode' | 'qrcode_png'): Promise<string | Buffer> {
  if (text === '') return '';
  if (isBeyondQrCode(text)) throw new Fault(400, QR_TOO_LONG);
  try {
    if (format === 'qrcode_png') return await QRCode.toBuffer(text, { ...QR_OPTIONS, type: 'png' });
    return await sizedSvg(text);
  } catch (cause) {
    throw new Fault(400, QR_TOO_LONG, { cause });
  }
}

const QR_TOO_LONG = 'The text is too long for a QR code';
/** Data bits of the largest code at level M: version 40, 2334 codewords (ISO/IEC 18004, table 7). */
const QR_BITS_MAX = 2334 * 8;

/** Whether no code can hold the text, however it is encoded; the encoder would try for seconds and stop the whole gateway. */
function isBeyondQrCode(text: string): boolean {
  let bits = 0;
  for (let index = 0; index < text.length && bits <= QR_BITS_MAX; index += 1) bits += leastBits(text.charCodeAt(index));
  return bits > QR_BITS_MAX;
}

/** What a UTF-16 unit takes at least: 10 bits for three digits, 11 for two of the alphanumeric set, else its UTF-8 bytes. */
function leastBits(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return 10 / 3;
  if (unit < 0x80) return QR_ALPHANUMERIC.has(unit) ? 11 / 2 : 8;
  return 16;
}

const QR_ALPHANUMERIC = new Set([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'].map((character) => character.charCodeAt(0)));

async function sizedSvg(text: string): Promise<string> {
  const modules = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules.size + 2 * QR_OPTIONS.margin;
  return QRCode.toString(text, { ...QR_OPTIONS, type: 'svg', width: modules * QR_OPTIONS.scale });
}
