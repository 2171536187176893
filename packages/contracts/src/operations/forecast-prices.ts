import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { pricedService } from './priced-service.ts';

const owner = 'billing';

/** One service that the forecast looks at; in the order of user_service_id (domain.md 2.14). */
const forecastCandidate = z.object({
  user_service_id: field.id().schema,
  withdraw_id: field.id().schema,
  service: pricedService,
  /** The tariff that `next` names, where it names one that is there; used when the current row is paid. */
  next: pricedService.nullable(),
});
export type ForecastCandidate = z.infer<typeof forecastCandidate>;

/** What is to be paid for one candidate; candidates that need nothing are left out. */
export interface ForecastPrice {
  readonly user_service_id: number;
  /** Of the current write-off. */
  readonly cost: number;
  readonly months: number;
  readonly qnt: number;
  readonly discount: number;
  readonly total: number;
  readonly next: {
    readonly service_id: number;
    readonly cost: number;
    readonly months: number;
    readonly qnt: number;
    readonly discount: number;
    readonly bonus: number;
    readonly total: number;
  };
}

/** The figures of a forecast; `dept` only where the balance is not above 0. `bonuses` is the user's whole bonus. */
export interface PricedForecast {
  readonly balance: number;
  readonly bonuses: number;
  readonly total: number;
  readonly dept?: number;
  readonly items: readonly ForecastPrice[];
}

/** Prices a forecast for one user without changing anything: one row. 404 where the user has no account. */
export const priceForecast = operation<
  { user_id: number; at: string; candidates: ForecastCandidate[] },
  'rows',
  PricedForecast
>({
  id: 'forecast.price',
  owner,
  summary: 'Prices what is to be paid soon',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    at: field.date().schema,
    candidates: z.array(forecastCandidate).max(10_000),
  }),
  result: 'rows',
  errors: [404],
});

/** The candidates of one user among many. */
export interface UserToForecast {
  readonly user_id: number;
  readonly candidates: readonly ForecastCandidate[];
}

/** `forecast.price` for many users in one call; users without an account are left out. */
export const priceForecasts = operation<
  { at: string; users: readonly UserToForecast[] },
  'rows',
  PricedForecast & { user_id: number }
>({
  id: 'forecast.price-of',
  owner,
  summary: 'Prices what users have to pay soon',
  access: 'internal',
  args: z.object({
    at: field.date().schema,
    users: z
      .array(z.object({ user_id: field.id().schema, candidates: z.array(forecastCandidate).max(10_000) }))
      .max(1000),
  }),
  result: 'rows',
});

export const forecastPriceOperations = [priceForecast, priceForecasts] as const;
