/** A log that nobody reads. */
export const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {}, trace() {} };
