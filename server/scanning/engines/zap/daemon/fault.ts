import { sanitize } from "../../shared/foreign-text.ts";

/** Why a ZAP daemon gave no usable answer. */
export type Fault =
	/** Nothing listens there. */
	| { kind: "away" }
	/**
	 * It closed the connection without an answer, which is what ZAP does if the key is wrong or the client is not allowed to use its API.
	 */
	| { kind: "closed" }
	| { kind: "silent" }
	| { kind: "key" }
	| { kind: "too-large" }
	/** Something answers, but it is not ZAP. */
	| { kind: "strange" }
	/** One of the API's own errors. */
	| { kind: "error"; code: string; message: string };

/** ZAP does not know what was requested: a file that it cannot read, or a plan that it is not running. */
export const isUnknown = (fault: Fault) => fault.kind === "error" && fault.code === "does_not_exist";

/** What is wrong with the daemon and what its operator can do, without its address or its key. */
export function faultText(fault: Fault): string {
	switch (fault.kind) {
		case "away":
			return "No ZAP answers at ZAP_URL. Please start it there with zap.sh -daemon, or correct ZAP_URL.";
		case "closed":
			return "ZAP at ZAP_URL ended the connection without an answer, as it does when the key is wrong. Please check ZAP_API_KEY, and that ZAP permits this machine to use its API.";
		case "silent":
			return "ZAP at ZAP_URL did not answer in time. Please check it, or restart it.";
		case "key":
			return "ZAP at ZAP_URL refused our key. Please set ZAP_API_KEY to the key that ZAP was started with.";
		case "too-large":
			return "ZAP at ZAP_URL answered more than we read.";
		case "strange":
			return "Something answers at ZAP_URL, but not as ZAP does. Please correct ZAP_URL.";
		case "error":
			return `ZAP at ZAP_URL refused what we asked for (${sanitize(fault.code, 40)}: ${sanitize(fault.message, 200)}).`;
	}
}
