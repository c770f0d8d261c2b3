import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { addressesText } from "#contract/findings/addresses-looked-at.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { completed, NOW, resolverOf, scan } from "./scan.ts";

const DAY_MS = 86_400_000;

/** A certificate that is valid until so many days from now. */
async function until(days: number) {
	const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
		keySize: 2048,
		notBeforeDate: new Date(NOW.getTime() - 90 * DAY_MS),
		notAfterDate: new Date(NOW.getTime() + days * DAY_MS),
		extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
	});
	return { key, cert };
}
const [sound, expired] = await Promise.all([until(200), until(-1)]);

async function serve(address: string, pair: typeof sound, port = 0): Promise<number> {
	const server = createServer(pair, (_, response) => response.end("ok")).listen(port, address);
	await once(server, "listening");
	afterFile(async () => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}
const port = await serve("127.0.0.2", sound);
await serve("127.0.0.3", expired, port);

const scanOf = async (...addresses: string[]) => {
	const text = `https://localhost:${port}`;
	return completed(await scan({ text, resolver: resolverOf({ localhost: addresses }), listed: false }));
};
const isExpired = ({ rule }: { rule: string }) => rule === "certificate-expired";

test("each address shows its certificate in one handshake, and a finding says at which it was seen", async () => {
	const result = await scanOf("127.0.0.4", "127.0.0.3", "127.0.0.2");
	const found = result.findings.filter(isExpired);
	expect(found).toMatchObject([
		{
			location: { parameter: "" },
			addresses: ["127.0.0.3"],
			evidence: [{ source: expect.stringMatching(/127\.0\.0\.3$/) }],
		},
	]);
	const untrusted = result.findings.find(({ rule }) => rule === "certificate-untrusted");
	expect(untrusted?.addresses).toEqual(["127.0.0.2", "127.0.0.3"]);
	const handshakes = (address: string) =>
		result.sent.filter((one) => one.what.startsWith("TLS handshake") && one.address === address).length;
	expect([handshakes("127.0.0.3"), handshakes("127.0.0.4")]).toEqual([1, 1]);
	expect(result.sent.filter(({ what }) => what.startsWith("TLS handshake")).length).toBeLessThanOrEqual(40);
	expect(addressesText(result.addresses ?? [])).toBe(
		`localhost port ${port} has 3 addresses: everything was looked at on 127.0.0.2, only the certificate on 127.0.0.3, nothing on 127.0.0.4 (the connection was refused).`,
	);
	// An address that cannot be reached is named, and no gap of the site.
	expect(result.parts.find(({ part }) => part === "certificate")?.status).toBe("evaluated");
});

test("of more than eight addresses the others are named, and nothing is sent to them", async () => {
	const result = await scanOf(...Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 2}`));
	expect(result.addresses?.filter(({ reason }) => reason === "one of too many").map(({ address }) => address)).toEqual([
		"127.0.0.10",
		"127.0.0.11",
	]);
	expect(new Set(result.sent.map(({ address }) => address).filter((address) => address !== "")).size).toBe(8);
});

test("one address is said nowhere", async () => {
	expect(addressesText((await scanOf("127.0.0.2")).addresses ?? [])).toBe("");
});
