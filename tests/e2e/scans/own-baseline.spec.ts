import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "@playwright/test";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { createBaseline } from "#server/scanning/engines/baseline/baseline.ts";
import { createReaders } from "#server/scanning/engines/readers.ts";
import { startTlsFront } from "../../support/engines/tls-front.ts";
import { startPlumbline } from "../../support/server/plumbline.ts";

test("our own baseline finds nothing above severity none on our own server", async () => {
	const front = await startTlsFront();
	const url = `https://localhost:${front.port}`;
	const server = await startPlumbline({ PUBLIC_URL: url, TRUST_PROXY: "on", PRACTICE_TARGET: "off" });
	front.target = server.listening;
	setDefaultCACertificates([...getCACertificates(), front.authority]);

	const guard = createGuard({
		policy: createPolicy({ allow: `localhost:${front.port}`, practicePorts: [] }),
		resolver: systemResolver,
	});
	const parsed = parseTarget(url);
	if (!parsed.ok) throw new Error(parsed.message);
	const allowed = await guard.check(parsed.target);
	if (!allowed.ok) throw new Error(allowed.message);
	const readers = createReaders();
	const result = await createBaseline({ guard, userAgent: "Plumbline-Scanner/1.0 (test)" }).run({
		target: allowed.checked,
		body: { target: url, email: "ada@example.org" },
		signal: AbortSignal.timeout(200_000),
		now: () => new Date(),
		read: readers.run,
		onProgress: () => {},
	});

	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	if (result.status !== "completed") return;
	// It must have been checked before it may be called clean.
	expect(result.parts.map(({ part }) => part)).toEqual(
		expect.arrayContaining(["headers", "redirects", "content", "cors", "tls", "certificate", "files"]),
	);
	expect(result.findings.filter(({ severity }) => severity !== "none").map(({ rule }) => rule)).toEqual([]);
	await readers.close();
	await server.stop();
	await front.close();
});
