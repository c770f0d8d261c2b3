// A process that runs one scan with ZAP, as a worker does, to be killed. It says when the scan begins and how it ended.
import { createReaders, forOneScan } from "#server/scanning/engines/readers.ts";
import { createZapEngine } from "#server/scanning/engines/zap/zap.ts";
import { checkedTarget } from "../../support/engines/checked-target.ts";

const [path = "", port = ""] = process.argv.slice(2);
const engine = createZapEngine({ path, userAgent: "Plumbline-Scanner/1.0", timeLimitMs: 60_000 });
process.send?.({ what: "begun" });
const result = await engine.run({
	target: checkedTarget({ port: Number(port), listed: true }),
	body: { url: `http://localhost:${port}`, email: "a@example.org" },
	signal: new AbortController().signal,
	now: () => new Date(),
	read: forOneScan(createReaders()),
	onProgress: () => {},
});
const ending = result.status === "completed" ? result.coverage : result.reason.message;
process.send?.({ what: "ended", ending }, () => process.exit(0));
