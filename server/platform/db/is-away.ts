/**
 * Connection lost or refused (08), read-only or idle for too long (25006, 25P0x), a deadlock or a conflict (40), out of disk, memory or
 * slots (53), a lock or a statement that took too long (55P03, 57014), shutting down or starting up (57P0x), an I/O error (58030).
 */
const CODES =
	/^(08...|25006|25P0[34]|40001|40P01|53...|55P03|57014|57P0.|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors from the client, which have no code. */
const TEXTS = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/;

/** Whether the database could not do it now but may be able to later. Nothing was stored, or the answer was lost. */
export function isDatabaseAway(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const code = "code" in error && typeof error.code === "string" ? error.code : "";
	return CODES.test(code) || TEXTS.test(error.message);
}
