import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

export type TlsFront = {
	port: number;
	/** The authority that signed its certificate, as PEM: clients that trust it trust the front. */
	authority: string;
	/** Where requests go; set once the server behind it is up. */
	target: string;
	close(): Promise<void>;
};

/** TLS 1.3 suites, and the 1.2 suites with forward secrecy. */
const FORWARD_SECRET =
	"TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256";

/** An https reverse proxy on localhost with a sound certificate, as an operator would put in front of the server. */
export async function startTlsFront(port = 0): Promise<TlsFront> {
	const authority = await generate([{ name: "commonName", value: "Test authority" }], {
		keySize: 2048,
		algorithm: "sha256",
		extensions: [{ name: "basicConstraints", cA: true, critical: true }],
	});
	const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
		keySize: 2048,
		algorithm: "sha256",
		extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
		ca: { key: authority.private, cert: authority.cert },
	});
	const server = createServer({ key, cert, minVersion: "TLSv1.2", ciphers: FORWARD_SECRET }, (incoming, answer) => {
		const headers = {
			...incoming.headers,
			"x-forwarded-proto": "https",
			"x-forwarded-for": incoming.socket.remoteAddress,
			// Scanners may send requests of HTTP/1.0, which name no host.
			...(incoming.headers.host && { "x-forwarded-host": incoming.headers.host }),
		};
		const onward = request(front.target + incoming.url, { method: incoming.method, headers });
		onward.on("error", () => answer.destroy());
		onward.on("response", (response) => {
			answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
			response.pipe(answer);
		});
		incoming.pipe(onward);
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const front: TlsFront = {
		port: (server.address() as AddressInfo).port,
		authority: authority.cert,
		target: "",
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return front;
}
