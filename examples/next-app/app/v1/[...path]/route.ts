/** The service handles everything under `/v1`: paths, methods, keys, errors. */
import { theService } from '../../../lib/service.ts';

export const runtime = 'nodejs';

const handle = async (request: Request): Promise<Response> => (await theService())(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
