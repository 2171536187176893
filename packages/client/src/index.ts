export { ApiError } from './api-error.ts';
export { type AnswerOf, type CallOptions, Client, type ClientOptions, type Page } from './client.ts';
export { CREDENTIAL_KINDS, type Credentials } from './credentials.ts';
