import { once } from "node:events";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { createBadCertificate } from "#server/scanning/practice/bad-certificate.ts";

type Pair = { key: string; cert: string };
type Given = Parameters<typeof generate>[1];

const DAY_MS = 86_400_000;

async function pair(given: Given = {}, name = "localhost"): Promise<Pair> {
	const { private: key, cert } = await generate([{ name: "commonName", value: name }], {
		keySize: 2048,
		algorithm: "sha256",
		extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
		...given,
	});
	return { key, cert };
}

const FORWARD_SECRET = "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384";
const ANY_LEVEL = "@SECLEVEL=0";

/** Ten ways to be wrong with TLS, and one to be right: each is a server of Node's own. */
const SERVERS: Readonly<Record<string, (sound: Pair) => ServerOptions | Promise<ServerOptions>>> = {
	sound: (sound) => ({ ...sound, minVersion: "TLSv1.2", ciphers: `TLS_AES_128_GCM_SHA256:${FORWARD_SECRET}` }),
	"old versions too": (sound) => ({ ...sound, minVersion: "TLSv1", ciphers: `DEFAULT:${ANY_LEVEL}` }),
	"old versions only": (sound) => ({
		...sound,
		minVersion: "TLSv1",
		maxVersion: "TLSv1.1",
		ciphers: `ECDHE-RSA-AES128-SHA:${ANY_LEVEL}`,
	}),
	"no forward secrecy where a client wants none": (sound) => ({
		...sound,
		minVersion: "TLSv1.2",
		maxVersion: "TLSv1.2",
		ciphers: `${FORWARD_SECRET}:AES128-GCM-SHA256`,
		honorCipherOrder: true,
	}),
	"no forward secrecy at all": (sound) => ({
		...sound,
		minVersion: "TLSv1.2",
		maxVersion: "TLSv1.2",
		ciphers: "AES128-GCM-SHA256:AES256-GCM-SHA384",
	}),
	"ciphers that protect nothing": (sound) => ({
		...sound,
		minVersion: "TLSv1.2",
		maxVersion: "TLSv1.2",
		ciphers: `${FORWARD_SECRET}:NULL-SHA256:AECDH-AES128-SHA:${ANY_LEVEL}`,
	}),
	"everything wrong with the certificate": () => ({ ...createBadCertificate(), ciphers: `DEFAULT:${ANY_LEVEL}` }),
	"another name": async () => pair({}, "another.example"),
	"expired, with a key on a curve": async () =>
		pair({
			keyType: "ec",
			curve: "P-256",
			notBeforeDate: new Date(Date.now() - 90 * DAY_MS),
			notAfterDate: new Date(Date.now() - DAY_MS),
		}),
	"a curve that browsers do not take": async () => pair({ keyType: "ec", curve: "P-521" }),
	"suites that browsers do not take": (sound) => ({
		...sound,
		minVersion: "TLSv1.2",
		maxVersion: "TLSv1.2",
		ciphers: "ECDHE-RSA-AES256-SHA384",
	}),
};

export type OneServer = { name: string; port: number; pem: string; close(): void };

/** Starts all of them on this machine. */
export async function startTenServers(): Promise<OneServer[]> {
	const sound = await pair();
	return Promise.all(
		Object.entries(SERVERS).map(async ([name, settings]) => {
			const options = await settings(sound);
			const server = createServer(options, (_request, response) => response.end("<title>One of them</title>"));
			server.on("tlsClientError", () => undefined);
			server.listen(0, "127.0.0.1");
			await once(server, "listening");
			const close = () => {
				server.closeAllConnections();
				server.close();
			};
			return { name, port: (server.address() as AddressInfo).port, pem: String(options.cert), close };
		}),
	);
}
