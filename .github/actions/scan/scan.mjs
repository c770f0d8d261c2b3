// What action.yml runs: gets the server's own command line, and runs it. All inputs come by the environment.
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forCodeScanning } from "./code-scanning.mjs";

const { env, stdout } = process;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const WRONG_USAGE = 2;
const UNREACHABLE = 6;

function fail(message, code = WRONG_USAGE) {
	console.error(`plumbline: ${message}`);
	process.exit(code);
}

const input = (name) => env[name]?.trim() ?? "";

function output(name, value) {
	// A line break would begin an output of its own.
	if (/\p{Cc}/u.test(value)) fail(`The output ${name} can’t hold control characters.`);
	if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** The server's own command line, in a folder of this job. What it serves is run here, so nobody on the way may change it. */
async function getCommandLine() {
	const url = URL.canParse(input("PLUMBLINE_URL")) ? new URL(input("PLUMBLINE_URL")) : undefined;
	const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
	if (!isSafe) fail("The input server has to be an address that begins with https://.");
	const address = `${url.origin}/cli/plumbline.mjs`;
	let file;
	try {
		const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(60_000) });
		if (!response.ok) fail(`${address} answered ${response.status}. Nothing was scanned.`, UNREACHABLE);
		file = Buffer.from(await response.arrayBuffer());
	} catch (error) {
		fail(`${address} could not be read: ${error.cause?.message ?? error.message}. Nothing was scanned.`, UNREACHABLE);
	}
	const sha256 = createHash("sha256").update(file).digest("hex");
	const wanted = input("CLI_SHA256").toLowerCase();
	if (wanted !== "" && wanted !== sha256) {
		fail(`${address} has the SHA-256 ${sha256}, and not the one that was given. Nothing was scanned.`);
	}
	const path = join(mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), "plumbline-")), "plumbline.mjs");
	writeFileSync(path, file);
	return path;
}

/** What a server says can't be a command to the runner meanwhile. */
function runQuietly(file, args) {
	const mark = randomUUID();
	stdout.write(`::stop-commands::${mark}\n`);
	const ended = spawnSync(process.execPath, [file, ...args], {
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
		maxBuffer: 256 * 1024 * 1024,
	});
	stdout.write(`\n::${mark}::\n`);
	return { code: ended.status ?? WRONG_USAGE, out: ended.stdout };
}

if (input("PLUMBLINE_TOKEN") === "") fail("The input token is empty. Is the secret set for this repository?");
if (/\s/.test(input("PLUMBLINE_TOKEN"))) fail("The input token holds no API token.");
stdout.write(`::add-mask::${input("PLUMBLINE_TOKEN")}\n`);

const file = await getCommandLine();
const isWaiting = input("SCAN_WAIT") !== "false";
if (!isWaiting && input("SCAN_FAIL_ON") !== "") fail("The input fail-on needs wait. Nothing was scanned.");
const sarif = isWaiting ? input("SCAN_SARIF") : "";
const options = {
	kind: input("SCAN_KIND"),
	email: input("SCAN_EMAIL"),
	client: input("SCAN_CLIENT"),
	...(isWaiting && {
		timeout: input("SCAN_TIMEOUT"),
		"fail-on": input("SCAN_FAIL_ON"),
		sarif,
		junit: input("SCAN_JUNIT"),
	}),
};
const given = Object.entries(options).flatMap(([name, value]) => (value === "" ? [] : [`--${name}=${value}`]));
const { code, out } = runQuietly(file, ["scan", ...given, "--", input("SCAN_TARGET")]);

const [scanId] = /^[0-9a-f-]{36}/.exec(out) ?? [];
const isCompleted = isWaiting && (code === 0 || code === 1);
if (scanId !== undefined) output("scan-id", scanId);
if (scanId !== undefined && isCompleted) {
	const findings = runQuietly(file, ["findings", `--scan=${scanId}`, "--json"]);
	if (findings.code === 0) output("findings", `${JSON.parse(findings.out).length}`);
}
if (sarif !== "" && isCompleted) {
	output("sarif", sarif);
	const shown = join(env.RUNNER_TEMP ?? tmpdir(), `plumbline-${randomUUID()}.sarif`);
	writeFileSync(shown, JSON.stringify(forCodeScanning(JSON.parse(readFileSync(sarif, "utf8")))));
	output("code-scanning", shown);
}
process.exitCode = code;
