// The layout of compose.yaml as processes on this machine, without a container engine: `npm run layout`. One PostgreSQL, the
// release step, two API processes behind a balancer, three workers. Ctrl-C ends everything, and nothing is kept.
//   CADDY_PATH=/usr/bin/caddy npm run layout        with TLS: Caddy and deploy/Caddyfile instead of the balancer
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLayout } from "../tests/support/deploy/layout.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-layout-"));
const { PORT, CADDY_PATH, SCAN_ALLOW = "" } = process.env;
const layout = await startLayout({
	folder,
	port: Number(PORT ?? 8000),
	caddy: CADDY_PATH,
	env: { ENGINES: "off", SCAN_ALLOW },
});
console.log(
	`Two API processes (${layout.apis.join(", ")}) and three workers are ready at ${layout.url}. ${layout.says}`,
);
console.log(`Metrics are at ${layout.metrics.join(", ")}.`);
console.log(
	`Emails are written to ${layout.mail}. SIGUSR2 (process ${process.pid}) replaces the API processes one by one.`,
);
process.on("SIGUSR2", () => void layout.rollApis().then(() => console.log("The API processes were replaced.")));
await new Promise<void>((resolve) => {
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});
await layout.stop();
rmSync(folder, { recursive: true, force: true });
