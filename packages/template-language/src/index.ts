export { Engine, type EngineOptions } from './engine.ts';
export { type LimitName, TemplateError, TemplateLimitError, TemplateSyntaxError } from './errors.ts';
export { type HostHandler, handlerOf, hostObject } from './host-object.ts';
export type { Limits } from './runtime/limits.ts';
export type { Inspection, RenderOptions, Template } from './template.ts';
