/** The five ways to say who calls (spec section 5). */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'session-cookie'; readonly sessionId: string }
  | { readonly kind: 'basic'; readonly login: string; readonly password: string }
  | { readonly kind: 'session-header'; readonly sessionId: string }
  | { readonly kind: 'credential-headers'; readonly login: string; readonly password: string }
  | { readonly kind: 'session-argument'; readonly sessionId: string };

export const CREDENTIAL_KINDS = [
  'session-cookie',
  'basic',
  'session-header',
  'credential-headers',
  'session-argument',
] as const;

/** Adds the credentials to a request that is about to be sent. */
export function applyCredentials(credentials: Credentials, url: URL, headers: Headers): void {
  switch (credentials.kind) {
    case 'none':
      return;
    case 'session-cookie':
      headers.set('cookie', `session_id=${credentials.sessionId}`);
      return;
    case 'basic':
      headers.set('authorization', `Basic ${base64(`${credentials.login}:${credentials.password}`)}`);
      return;
    case 'session-header':
      headers.set('session-id', credentials.sessionId);
      return;
    case 'credential-headers':
      headers.set('login', latin1(credentials.login));
      headers.set('password', latin1(credentials.password));
      return;
    case 'session-argument':
      url.searchParams.set('session_id', credentials.sessionId);
  }
}

function base64(text: string): string {
  return btoa(latin1(text));
}

/** UTF-8 bytes, one character each: what headers can carry. */
function latin1(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
