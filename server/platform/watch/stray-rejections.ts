import { happened } from "./happened.ts";
import type { Logger } from "./logger.ts";

/**
 * An unhandled rejection is a bug in the work for one request or one job. It is logged with their ids and counted, and the process, which
 * also serves everyone else, continues. An uncaught exception still ends it: nobody knows what it left half done.
 */
export function watchStrayRejections(log: Logger): void {
	process.on("unhandledRejection", (error) => {
		happened({ what: "stray rejection" });
		log.error({ error }, "A rejection was not handled");
	});
}
