export { billing } from './billing.ts';
export { verifyDatabase } from './ledger/verify-database.ts';
