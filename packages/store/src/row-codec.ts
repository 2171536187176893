import type { Field, Fields, JsonValue, Resource, RowOf } from '@countinghouse/contracts';
import type { Document } from 'mongodb';
import { scaleOf, shiftDecimal } from './decimal-scale.ts';
import { dateTextOf, instantOf } from './stored-date.ts';
import { storedJson } from './stored-json.ts';

export interface DecodeOptions {
  /** True shows the fields marked hidden as well (administrators); by default they are left out. */
  readonly hidden?: boolean;
  /** Only these fields, in the resource's order. */
  readonly fields?: readonly string[] | undefined;
}

/**
 * Between the wire and the stored document: money is integer cents, a period integer ten-thousandths, a date an instant,
 * JSON the value beside its compact text (`settings`, `settings_text`: the text is the truth), the key is `_id`.
 */
export interface RowCodec<Row> {
  readonly resource: Resource;
  /** The stored form of the members that are there: for `$set`. Names that are no fields are ignored. */
  encode(values: Partial<Row>): Document;
  /** The stored form of a whole new document: what is absent or undefined becomes the default, else null. */
  encodeNew(values: Partial<Row>): Document;
  /** The row as the API shows it; what is missing in the document is the default, else null. */
  decode(document: Document, options?: DecodeOptions): Row;
  /** The function behind `decode`, for many documents. */
  decoder(options?: DecodeOptions): (document: Document) => Row;
}

interface FieldCodec {
  readonly name: string;
  readonly field: Field;
  readonly isKey: boolean;
  encode(value: unknown, into: Document): void;
  decode(document: Document): unknown;
  /** What a missing value reads as. */
  readonly absent: unknown;
}

/** The name under which a field is stored. */
export function storedName(resource: Resource, name: string): string {
  return name === resource.key ? '_id' : name;
}

/** The name under which the compact text of a JSON field is stored. */
export function textName(name: string): string {
  return `${name}_text`;
}

const compiled = new WeakMap<object, unknown>();

/** The codec of a resource, compiled once. */
export function rowCodec<F extends Fields, K extends keyof F & string>(resource: Resource<F, K>): RowCodec<RowOf<F>> {
  const known = compiled.get(resource) as RowCodec<RowOf<F>> | undefined;
  if (known) return known;
  const codec = compileCodec(resource);
  compiled.set(resource, codec);
  return codec;
}

function compileCodec<F extends Fields, K extends keyof F & string>(resource: Resource<F, K>): RowCodec<RowOf<F>> {
  type Row = RowOf<F>;
  const untyped = resource as unknown as Resource;
  const codecs = Object.entries(resource.fields).map(([name, field]) => fieldCodec(untyped, name, field));
  const byName = new Map(codecs.map((codec) => [codec.name, codec]));
  const visible = codecs.filter((codec) => !codec.field.hidden);
  const decoders = { all: decoderOf<Row>(codecs), visible: decoderOf<Row>(visible) };
  const decoder = ({ hidden = false, fields }: DecodeOptions = {}) => {
    if (!fields) return hidden ? decoders.all : decoders.visible;
    return decoderOf<Row>((hidden ? codecs : visible).filter((codec) => fields.includes(codec.name)));
  };
  return {
    resource: untyped,
    encode: (values) => {
      const document: Document = {};
      for (const [name, value] of Object.entries(values)) {
        if (value !== undefined) byName.get(name)?.encode(value, document);
      }
      return document;
    },
    encodeNew: (values) => encodeNew(codecs, values as Readonly<Record<string, unknown>>),
    decode: (document, options) => decoder(options)(document),
    decoder,
  };
}

/** A key that is not given stays away, so that the caller sets it. */
function encodeNew(codecs: readonly FieldCodec[], values: Readonly<Record<string, unknown>>): Document {
  const document: Document = {};
  for (const codec of codecs) {
    const value = values[codec.name];
    if (value !== undefined || !codec.isKey) codec.encode(value === undefined ? codec.absent : value, document);
  }
  return document;
}

function decoderOf<Row>(codecs: readonly FieldCodec[]): (document: Document) => Row {
  return (document) => {
    const row: Record<string, unknown> = {};
    for (const codec of codecs) row[codec.name] = codec.decode(document);
    return row as Row;
  };
}

function fieldCodec(resource: Resource, name: string, field: Field): FieldCodec {
  const stored = storedName(resource, name);
  const absent = field.default ?? null;
  const base = { name, field, isKey: name === resource.key, absent };
  switch (field.kind) {
    case 'money':
    case 'period':
      return { ...base, ...scaledCodec(stored, scaleOf(field.kind), absent) };
    case 'date':
      return { ...base, ...dateCodec(stored, absent) };
    case 'json':
      return { ...base, ...jsonCodec(stored, absent) };
    default:
      return {
        ...base,
        encode: (value, into) => {
          into[stored] = value;
        },
        decode: (document) => document[stored] ?? absent,
      };
  }
}

type Coding = Pick<FieldCodec, 'encode' | 'decode'>;

function scaledCodec(stored: string, decimals: number, absent: unknown): Coding {
  const factor = 10 ** decimals;
  return {
    encode: (value, into) => {
      const scaled = value === null ? null : shiftDecimal(value, decimals);
      if (scaled !== null && !Number.isSafeInteger(scaled)) {
        throw new TypeError(`${stored}: expected a number with at most ${decimals} decimals`);
      }
      into[stored] = scaled;
    },
    // The quotient of two integers is the double nearest to the decimal, which prints as that decimal.
    decode: (document) => {
      const value: number | null | undefined = document[stored];
      return value === null || value === undefined ? absent : value / factor;
    },
  };
}

function dateCodec(stored: string, absent: unknown): Coding {
  return {
    encode: (value, into) => {
      into[stored] = value === null ? null : instantOf(value as string);
    },
    decode: (document) => {
      const value: Date | null | undefined = document[stored];
      return value === null || value === undefined ? absent : dateTextOf(value);
    },
  };
}

function jsonCodec(stored: string, absent: unknown): Coding {
  const text = textName(stored);
  return {
    encode: (value, into) => {
      const json = storedJson(value as JsonValue);
      into[stored] = json.value;
      into[text] = json.text;
    },
    decode: (document) => {
      const value: string | null | undefined = document[text];
      return value === null || value === undefined ? absent : JSON.parse(value);
    },
  };
}
