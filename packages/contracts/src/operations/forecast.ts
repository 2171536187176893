import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import type { UserServiceStatus } from '../resources/user-service.ts';
import type { ForecastPrice, PricedForecast } from './forecast-prices.ts';

/** What is to be paid for a service, with its names and state. */
export interface ForecastItem extends Omit<ForecastPrice, 'next'> {
  readonly name: string;
  readonly service_id: number;
  readonly usi: number;
  readonly status: UserServiceStatus;
  /** Empty text where the service has no end. */
  readonly expire: string;
  readonly next: ForecastPrice['next'] & { readonly name: string };
}

/** What is to be paid soon (domain.md 2.14). `dept` is there only when the balance is not above 0. */
export interface Forecast extends Omit<PricedForecast, 'items'> {
  readonly items: readonly ForecastItem[];
}

export const forecastFields = {
  days: field.integer({ min: 0, max: 36_500, default: 3 }),
  consider_today: field.flag({ default: 0 }),
  blocked: field.flag({ default: 0 }),
} as const;

export const forecast = operation<
  { days?: number | undefined; consider_today?: number | undefined; blocked?: number | undefined },
  'rows',
  Forecast
>({
  id: 'forecast.read',
  owner: 'service-lifecycle',
  summary: 'What is to be paid soon',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/pay/forecast' },
  args: argumentsOf(forecastFields),
  result: 'rows',
  shareable: true,
  item: {
    balance: field.money(),
    bonuses: field.money(),
    total: field.money(),
    dept: field.money(),
    items: field.json({ shape: 'array' }),
  },
  errors: [404],
});

export interface ForecastTerms {
  readonly days?: number | undefined;
  readonly consider_today?: number | undefined;
  readonly blocked?: number | undefined;
}

/** The forecasts of many users in one call; users without an account are left out. */
export const readForecasts = operation<
  ForecastTerms & { user_ids: number[] },
  'rows',
  { user_id: number; forecast: Forecast }
>({
  id: 'forecast.of',
  owner: 'service-lifecycle',
  summary: 'What users have to pay soon',
  access: 'internal',
  args: z.object({ ...argumentsOf(forecastFields).shape, user_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
});

export const forecastOperations = [forecast, readForecasts] as const;
