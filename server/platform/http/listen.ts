import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { portError } from "../process/start-error.ts";
import type { Config } from "../settings/config.ts";

/** How long requests may still take after the server was asked to stop. */
const HANG_UP_MS = 1_500;

/** Listens where the settings say and returns the port. `onClose` gets the function that stops it, even if it cannot listen. */
export async function listen(
	app: FastifyInstance,
	{ HOST, PORT }: Config,
	onClose: (close: () => Promise<void>) => void,
): Promise<number> {
	onClose(async () => {
		// Current requests get their answers, but one that never finishes must not delay the end.
		const hangUp = setTimeout(() => app.server.closeAllConnections(), HANG_UP_MS);
		await app.close().finally(() => clearTimeout(hangUp));
	});
	await app.listen({ host: HOST, port: PORT }).catch((error) => {
		throw portError(error, String(PORT), "PORT");
	});
	return (app.server.address() as AddressInfo).port;
}
