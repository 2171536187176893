/** The dependency rule of the architecture: only contracts is shared knowledge, nobody imports a neighbour's inside. */
module.exports = {
  forbidden: [
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/)' },
    },
    { name: 'packages-import-no-service', severity: 'error', from: { path: '^packages/' }, to: { path: '^(services|gateway)/' } },
    { name: 'gateway-has-no-store', severity: 'error', from: { path: '^gateway/' }, to: { path: '^(services|packages/store)/' } },
    {
      name: 'only-the-public-face-of-a-package',
      severity: 'error',
      from: { path: '^(packages|services|gateway)/([^/]+)/' },
      to: { path: '^packages/(?!$2/)[^/]+/src/(?!(index|testing)\\.ts$)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'template-language-stands-alone', severity: 'error', from: { path: '^packages/(template-language|tariff)/src' }, to: { path: '^packages/(?!(template-language|tariff))' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['source', 'import', 'default'], exportsFields: ['exports'] },
  },
};
