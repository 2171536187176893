/** An answer that is no success: the status and the text of the error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, requestId: string | undefined, retryAfterSeconds: number | undefined) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static async from(response: Response): Promise<ApiError> {
    const text = await response.text();
    const retryAfter = response.headers.get('retry-after');
    const body = parseBody(text);
    return new ApiError(
      response.status,
      body.error ?? text,
      body.request_id,
      retryAfter === null ? undefined : Number(retryAfter),
    );
  }
}

function parseBody(text: string): { error?: string; request_id?: string } {
  try {
    return JSON.parse(text) as { error?: string; request_id?: string };
  } catch {
    return {};
  }
}
