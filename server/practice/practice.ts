import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { answer } from "./answer.ts";
import { createBadCertificate } from "./bad-certificate.ts";
import type { PracticePorts } from "./page.ts";

/** Never anything else: a weak site that others could reach would be a weakness of its own. */
const LOOPBACK = "127.0.0.1";

/**
 * Starts the practice target, a deliberately weak small site, on two ports of loopback. Rejects when one of them is taken,
 * with nothing left open. `close` ends it at once, open connections too.
 */
export async function startPractice(ports: PracticePorts): Promise<{ urls: string[]; close: () => Promise<void> }> {
	const plain = createHttpServer((request, response) => answer(ports, request, response));
	const secure = createHttpsServer(
		{ ...createBadCertificate(), minVersion: "TLSv1", ciphers: "ALL:COMPLEMENTOFALL:@SECLEVEL=0" },
		(request, response) => answer(ports, request, response),
	);
	try {
		await listen(plain, ports.httpPort);
		await listen(secure, ports.httpsPort);
	} catch (error) {
		await Promise.all([close(plain), close(secure)]);
		throw error;
	}
	return {
		urls: [`http://localhost:${ports.httpPort}`, `https://localhost:${ports.httpsPort}`],
		close: async () => void (await Promise.all([close(plain), close(secure)])),
	};
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, LOOPBACK, () => {
			server.off("error", reject);
			resolve();
		});
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
