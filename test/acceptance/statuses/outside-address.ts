let addresses = 0;

/** Headers of a request that a trusted proxy took from an address of the internet, another one each time; private networks are not counted. */
export function fromOutside(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
}
