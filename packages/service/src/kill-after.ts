/** For tests of crashes: what kills the process after the stage that a variable names; nothing where it is unset. Refused in production. */
export function killAfter(
  variable: string,
  chosen: string | undefined,
  environment: { readonly NODE_ENV: string },
): ((stage: string) => void) | undefined {
  if (chosen === undefined) return undefined;
  if (environment.NODE_ENV === 'production') throw new Error(`${variable}: refused when NODE_ENV is production`);
  return (stage) => {
    if (stage === chosen) process.kill(process.pid, 'SIGKILL');
  };
}
