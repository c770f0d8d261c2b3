import { createServer } from "node:net";

/** Two ports of loopback that were free a moment ago. */
export async function freePorts(): Promise<[number, number]> {
	const servers = [createServer(), createServer()];
	const ports = await Promise.all(
		servers.map(
			(server) =>
				new Promise<number>((resolve) => {
					server.listen(0, "127.0.0.1", () => {
						const address = server.address();
						resolve(typeof address === "object" && address ? address.port : 0);
					});
				}),
		),
	);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return [ports[0] ?? 0, ports[1] ?? 0];
}
