import { allOperations, openApiDocument } from '@countinghouse/contracts';
import type { Express } from 'express';
import express from 'express';
import { absolutePath } from 'swagger-ui-dist';
import type { GatewayEnvironment } from './environment.ts';
import { LOCAL_PATHS } from './local-paths.ts';
import { VERSION } from './version.ts';

const PAGE = (prefix: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Countinghouse API</title>
<link rel="stylesheet" href="${prefix}/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger"></div>
<script src="${prefix}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/start.js"></script>
</body>
</html>
`;

const START = (prefix: string) =>
  `window.ui = SwaggerUIBundle({ url: '${prefix}/openapi.json', dom_id: '#swagger', deepLinking: true });\n`;

/** The peer's names of the document: generators of clients look for it there. */
const DOCUMENT_PATHS = ['/openapi.json', '/v1/swagger.json', '/v1/swagger_admin.json'] as const;

/** `/openapi.json` and the documentation page `/docs`, with and without the prefix. */
export function serveDocuments(app: Express, environment: GatewayEnvironment): void {
  const { API_PREFIX: prefix, API_DIALECT: dialect } = environment;
  const document = JSON.stringify(
    openApiDocument(allOperations, { ...{ prefix, dialect }, version: VERSION, morePaths: LOCAL_PATHS }),
  );
  for (const base of new Set([prefix, ''])) {
    for (const path of DOCUMENT_PATHS) {
      app.get(`${base}${path}`, (_request, response) => void response.type('application/json').send(document));
    }
    app.get(`${base}/docs`, (_request, response) => void response.type('html').send(PAGE(base)));
    app.get(`${base}/docs/start.js`, (_request, response) => void response.type('text/javascript').send(START(base)));
    app.use(`${base}/docs/assets`, express.static(absolutePath(), { index: false }));
  }
}
