import { once } from "node:events";
import { request } from "node:http";
import { connect as connectTls } from "node:tls";

/** The status of a page, asked for through a proxy; 0 if none came. */
export function askThroughProxy(
	{ hostname: host, port }: { hostname: string; port: number },
	url: string,
	userAgent: string,
): Promise<number> {
	const to = new URL(url);
	const headers = { host: to.host, "user-agent": userAgent };
	return new Promise((resolve) => {
		if (to.protocol === "https:") {
			const asked = request({ host, port, method: "CONNECT", path: `${to.hostname}:${to.port || 443}` });
			asked.once("connect", async (_, socket) => {
				const secure = connectTls({ socket, servername: to.hostname, rejectUnauthorized: false });
				secure.once("error", () => resolve(0));
				await once(secure, "secureConnect");
				let said = "";
				secure.on("data", (chunk: Buffer) => {
					said += chunk;
				});
				secure.once("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)));
				secure.end(
					`GET ${to.pathname} HTTP/1.1\r\nHost: ${to.host}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
				);
			});
			asked.once("error", () => resolve(0)).end();
			return;
		}
		const asked = request({ host, port, path: url, headers }, (answer) => {
			answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
		});
		asked.once("error", () => resolve(0)).end();
	});
}
