import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { portError } from "../start-error.ts";

/** How long requests under way may take when everything ends. */
const HANG_UP_MS = 1_500;

/** Listens where the settings say, and says on which port. `onClose` is told how to end it, also when it could not listen. */
export async function listen(
	app: FastifyInstance,
	{ HOST, PORT }: Config,
	onClose: (close: () => Promise<void>) => void,
): Promise<number> {
	onClose(async () => {
		// Requests under way get their answers; one that is never finished must not hold up the end.
		const hangUp = setTimeout(() => app.server.closeAllConnections(), HANG_UP_MS);
		await app.close().finally(() => clearTimeout(hangUp));
	});
	await app.listen({ host: HOST, port: PORT }).catch((error) => {
		throw portError(error, String(PORT), "PORT");
	});
	return (app.server.address() as AddressInfo).port;
}
