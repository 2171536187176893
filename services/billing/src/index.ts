export { billing } from './billing.ts';
