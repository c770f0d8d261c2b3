import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { answer } from "./answer.ts";
import { createBadCertificate } from "./bad-certificate.ts";
import type { PracticePorts } from "./page.ts";
import { practiceServices } from "./services.ts";

/** Never anything else: a weak site that others can reach would itself be a weakness. */
const LOOPBACK = "127.0.0.1";

/**
 * Starts the practice target, a deliberately weak small site, on two ports of loopback, and a few services that should not be open, on
 * whatever ports are free. If one of the two is taken, it rejects and leaves nothing open. `close` ends everything immediately, including
 * open connections.
 */
export async function startPractice(
	ports: PracticePorts,
): Promise<{ urls: string[]; servicePorts: number[]; close: () => Promise<void> }> {
	const plain = createHttpServer((request, response) => answer(ports, request, response));
	const secure = createHttpsServer(
		{ ...createBadCertificate(), minVersion: "TLSv1", ciphers: "ALL:COMPLEMENTOFALL:@SECLEVEL=0" },
		(request, response) => answer(ports, request, response),
	);
	const services = practiceServices();
	const closeAll = async () => {
		const closed = [plain, secure, ...services.servers].map(close);
		plain.closeAllConnections();
		secure.closeAllConnections();
		services.hangUp();
		await Promise.all(closed);
	};
	try {
		await listen(plain, ports.httpPort);
		await listen(secure, ports.httpsPort);
		for (const service of services.servers) await listen(service, 0);
	} catch (error) {
		await closeAll();
		throw error;
	}
	return {
		urls: [`http://localhost:${ports.httpPort}`, `https://localhost:${ports.httpsPort}`],
		servicePorts: services.servers.map((service) => (service.address() as AddressInfo).port),
		close: closeAll,
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
	});
}
