/** A fresh session: 32 lower-case hexadecimal characters, shown once (decisions.md 2). */
export interface OpenedSession {
  readonly id: string;
}

export const SESSION_ID_PATTERN = /^[0-9a-f]{32}$/;
