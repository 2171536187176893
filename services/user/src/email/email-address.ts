const EMAIL = /^[^\s@,;:"<>()[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Is it the text of an e-mail address that mail can be sent to? */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255 && EMAIL.test(value);
}
