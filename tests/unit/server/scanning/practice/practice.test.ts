import { X509Certificate } from "node:crypto";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { createBadCertificate } from "#server/scanning/practice/bad-certificate.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { freePorts } from "../../../../support/free-ports.ts";

test("its page says what it is and where its https twin is", async () => {
	const [httpPort, httpsPort] = await freePorts();
	const practice = await startPractice({ httpPort, httpsPort });
	try {
		expect(practice.urls).toEqual([`http://localhost:${httpPort}`, `https://localhost:${httpsPort}`]);
		const page = await (await fetch(`http://127.0.0.1:${httpPort}/`)).text();
		expect(page).toContain("practice target");
		expect(page).toContain(`https://localhost:${httpsPort}`);
	} finally {
		await practice.close();
	}
});

test("it listens only on loopback", async () => {
	const [httpPort, httpsPort] = await freePorts();
	const practice = await startPractice({ httpPort, httpsPort });
	const outside = Object.values(networkInterfaces())
		.flatMap((list) => list ?? [])
		.filter(({ internal, family }) => !internal && family === "IPv4");
	try {
		for (const { address } of [...outside, { address: "127.0.0.2" }]) {
			for (const port of [httpPort, httpsPort]) expect(await connects(address, port), `${address}:${port}`).toBe(false);
		}
		expect(await connects("127.0.0.1", httpPort)).toBe(true);
	} finally {
		await practice.close();
	}
});

test("if one port is taken it fails and leaves the other one free", async () => {
	const [httpPort, httpsPort] = await freePorts();
	const first = await startPractice({ httpPort, httpsPort });
	const [free] = await freePorts();
	try {
		await expect(startPractice({ httpPort: free, httpsPort })).rejects.toMatchObject({ code: "EADDRINUSE" });
		expect(await connects("127.0.0.1", free)).toBe(false);
	} finally {
		await first.close();
	}
});

test("its certificate is new each time, and is as bad as it should be", () => {
	const [one, other] = [createBadCertificate(), createBadCertificate()];
	const certificate = new X509Certificate(one.cert);
	expect(one.key).not.toBe(other.key);
	expect(certificate.verify(certificate.publicKey)).toBe(true);
	expect(certificate.validToDate.getFullYear()).toBe(2020);
	expect(certificate.subjectAltName).toBe("DNS:wrong-host.practice.invalid");
	expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(1024);
	expect(certificate.signatureAlgorithm).toBe("sha1WithRSAEncryption");
});

function connects(host: string, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect({ host, port, timeout: 1_000 });
		const end = (answer: boolean) => {
			resolve(answer);
			socket.destroy();
		};
		socket.once("connect", () => end(true));
		socket.once("timeout", () => end(false));
		socket.once("error", () => end(false));
	});
}
