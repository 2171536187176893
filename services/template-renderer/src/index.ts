export { templateRenderer } from './template-renderer.ts';
