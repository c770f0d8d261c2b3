// Writes the secrets that compose.yaml needs, once: `npm run prepare-deployment -- https://scan.example.com [FOLDER]`.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../server/platform/settings/config.ts";

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

const [address = fail("Usage: npm run prepare-deployment -- https://scan.example.com [FOLDER]"), folder = "."] =
	process.argv.slice(2);
const file = join(folder, ".env");
if (existsSync(file)) fail(`${file} is there already. Its passwords are those of the database, so it is not replaced.`);

/** Random text that needs no quoting, in SQL, in a URL or in a file of settings. */
const secret = () => randomBytes(32).toString("base64url");
const passwords = { superuser: secret(), owner: secret(), server: secret() };
const urlOf = (role: "owner" | "server") => `postgres://plumbline_${role}:${passwords[role]}@postgres/plumbline`;
const settings = {
	PUBLIC_URL: address,
	DATABASE_URL: urlOf("server"),
	DATABASE_OWNER_URL: urlOf("owner"),
	// The same for all processes: some hand its public half out, others sign with it.
	VAPID_PRIVATE_KEY: secret(),
	// The same for all processes: some encrypt the signing secrets of webhooks, others sign with them.
	WEBHOOK_SECRET: secret(),
	// The same for all API processes. Only this opens what devices have sealed.
	SEAL_SECRET: secret(),
};
readConfig({ ...settings, TRUST_PROXY: "on" });

// Readable for PostgreSQL's user in its container, behind a folder that others cannot enter.
mkdirSync(join(folder, "secrets"), { recursive: true, mode: 0o700 });
for (const [name, password] of Object.entries(passwords)) {
	writeFileSync(join(folder, "secrets", name), password, { mode: 0o444 });
}
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
console.log(
	`${file} and ${join(folder, "secrets")} are written. Keep a copy: they are not in a backup of the database.`,
);
