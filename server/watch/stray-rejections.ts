import type { Logger } from "../logger.ts";
import { happened } from "./happened.ts";

/**
 * A rejection that nobody handles is a fault of ours in the work for one request or one job. It is logged with their ids and counted,
 * and does not end the process, which has the work of all others in hand. An error that is thrown out of a listener does: what it
 * left half done is not known.
 */
export function watchStrayRejections(log: Logger): void {
	process.on("unhandledRejection", (error) => {
		happened({ what: "stray rejection" });
		log.error({ error }, "A rejection was not handled");
	});
}
