# syntax=docker/dockerfile:1
# One image per process: docker build --target billing --tag countinghouse/billing .
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
# Not `npm ci`: it refuses a lock file that lacks optional packages of platforms other than its author's.
RUN --mount=type=cache,target=/root/.npm npm install --no-save --no-audit --no-fund
RUN npx turbo run build
# What remains is what runs: production dependencies and the built files.
RUN --mount=type=cache,target=/root/.npm npm prune --omit=dev --no-audit --no-fund \
  && find packages services gateway -type d -name src -prune -exec rm -rf {} + \
  && rm -rf .turbo node_modules/.cache

FROM node:24-bookworm-slim AS process
ENV NODE_ENV=production HEALTH_HOST=0.0.0.0 HEALTH_PORT=9100
COPY --from=build /app /app
USER node
EXPOSE 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.HEALTH_PORT+'/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/main.js"]

FROM process AS user
WORKDIR /app/services/user

FROM process AS billing
WORKDIR /app/services/billing

FROM process AS service-lifecycle
WORKDIR /app/services/service-lifecycle

FROM process AS template-renderer
WORKDIR /app/services/template-renderer

FROM process AS gateway
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
WORKDIR /app/gateway
