export { userService } from './user-service.ts';
