import type { Document } from 'mongodb';

export interface DiscountDocument extends Document {
  readonly _id: number;
  readonly title: string;
  /** Ten-thousandths (M.DDHH). */
  readonly months: number;
  readonly percent: number;
}
