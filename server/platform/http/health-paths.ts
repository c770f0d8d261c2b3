import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";

export const LIVE_PATH = "/health/live";
export const READY_PATH = "/health/ready";
const HEALTH_PATH = API_BASE + OPERATIONS.readHealth.path;

/** For programs that know this process by its address, not by the name that visitors use. */
export const isHealthPath = (path: string | undefined): boolean =>
	path === HEALTH_PATH || path === LIVE_PATH || path === READY_PATH;
