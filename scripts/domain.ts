// Makes a domain that runs, with one call and one failing test: `npm run domain -- assurance/risks`. It adds the domain to the
// lists that name every domain, and prints what is left to do.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { HOUSE } from "./house.ts";

/** A domain has routes, and those need to know who asks: platform knows no one, and app is the top. */
const WINGS = Object.keys(HOUSE).filter((wing) => wing !== "platform" && wing !== "app");
const [, , asked = ""] = process.argv;
// Plural, but no word in -ss, such as `class`: the singular becomes a name in code.
const [, wing = "", name = ""] = /^([a-z]+)\/([a-z]{2,30}(?<!s)s)$/.exec(asked) ?? [];
if (!WINGS.includes(wing)) {
	fail(
		`Usage: npm run domain -- <wing>/<name>\n  wing: ${WINGS.join(", ")}\n  name: one word in the plural, such as assurance/risks`,
	);
}
if (existsSync(`server/${wing}/${name}`) || existsSync(`contract/${name}`)) fail(`There is a domain ${name} already.`);

/** `risk`, `policy` */
const one = name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.slice(0, -1);
const upper = (word: string) => word.replace(/^./, (first) => first.toUpperCase());
const [One, Name, ONE] = [upper(one), upper(name), one.toUpperCase()];
const migrations = "server/platform/db/migrations";
const last = readdirSync(migrations).toSorted().at(-1) ?? "0000";
const migration = `${migrations}/${String(Number(last.slice(0, 4)) + 1).padStart(4, "0")}-${name}.sql`;
const changed: string[] = [];

create(
	`contract/${name}/${name}.ts`,
	`import * as z from "zod/mini";

const ${one} = z.object({ id: z.uuid(), title: z.string(), createdAt: z.iso.datetime() });
export type ${One} = z.infer<typeof ${one}>;

/** The newest first. */
export const ${one}List = z.object({ ${name}: z.array(${one}) });
`,
);
create(
	`contract/${name}/${one}-operations.ts`,
	`import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { ${one}List } from "./${name}.ts";

/** Calls about ${name}. Without a client they are about all that the member may see. */
export const ${ONE}_OPERATIONS = {
	list${Name}: {
		method: "GET",
		path: API_PATHS.${name},
		access: "account",
		permission: "read",
		tag: "${Name}",
		summary: "${Name}, the newest first.",
		success: 200,
		answer: ${one}List,
		conditional: true,
	},
} as const satisfies Record<string, Operation>;
`,
);
create(
	`server/${wing}/${name}/routes.ts`,
	`import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "${wing === "identity" ? "../sessions/operation.ts" : "#server/identity/sessions/operation.ts"}";
import { isUnchanged } from "#server/platform/http/etag.ts";
import type { ${One}Store } from "./store/${one}-store.ts";

export function add${Name}(app: FastifyInstance, ${name}: ${One}Store, senders: Senders): void {
	addOperation(app, OPERATIONS.list${Name}, { senders }, async ({ scope, request, reply }) => {
		const list = { ${name}: await ${name}.list(scope) };
		return isUnchanged(request, reply, list) ? reply.code(304).send() : list;
	});
}
`,
);
create(
	`server/${wing}/${name}/wire.ts`,
	`import type { Base } from "#server/platform/base.ts";
import { create${One}Store } from "./store/${one}-store.ts";

export const wire${Name} = ({ walled }: Base) => create${One}Store(walled);
`,
);
create(
	`server/${wing}/${name}/store/${one}-store.ts`,
	`import type { ${One} } from "#contract/${name}/${name}.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";

export type ${One}Store = ReturnType<typeof create${One}Store>;

/** ${Name} of workspaces. Without a client in the scope, all that the member may see. */
export const create${One}Store = (walled: Pool) => ({
	async list(scope: Scope): Promise<${One}[]> {
		const rows = await readRows(
			within(walled, scope),
			{ id: uuid, title: text, createdAt: time },
			\`SELECT id, title, created_at AS "createdAt" FROM ${name}
			 WHERE workspace_id = $1 AND ($2::uuid IS NULL OR client_id = $2) ORDER BY created_at DESC, id\`,
			[scope.workspaceId, scope.clientId],
		);
		return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
	},
});
`,
);
create(
	`server/${wing}/${name}/tenant-tables.ts`,
	`import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

export const ${ONE}_TABLES = {
	tables: { ${name}: { exported: "${name}", handedOver: { leftOut: "not handed over yet" } } },
	exports: [
		{
			name: "${name}",
			columns: \`id, client_id AS "clientId", title, created_at AS "createdAt"\`,
			from: inWorkspace("${name}"),
			key: [["id", "uuid"]],
		},
	],
} as const satisfies TenantTables;
`,
);
create(
	migration,
	`CREATE TABLE ${name} (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX ${name}_of_client ON ${name} (client_id, created_at DESC, id);

-- compatible: only the table of this migration
DO $$ BEGIN
  ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON ${name} USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  CREATE POLICY of_client ON ${name} AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
END $$;
`,
);
create(
	`tests/server/${wing}/${name}/${name}.test.ts`,
	`import { expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { createOwner } from "../../../support/server/people.ts";

const { server } = await startAccountServer();

test("what is added is in the list", async () => {
	const owner = await createOwner(server);
	expect(await (await owner.call("list${Name}")).json()).toEqual({ ${name}: [] });
	// Red until there is a call that adds one: write it, and this test’s second half.
	expect(Object.keys(OPERATIONS)).toContain("add${One}");
});
`,
);

enter("contract/operation.ts", '\t\t| "Tickets"', `\t\t| "${Name}"\n`);
enter("contract/routes.ts", '\taudit: "audit/"', `\t${name}: "${name}/",\n`);
enter("contract/operations.ts", "\t...PEOPLE_OPERATIONS,", `\t...${ONE}_OPERATIONS,\n`);
addImport("contract/operations.ts", `import { ${ONE}_OPERATIONS } from "./${name}/${one}-operations.ts";`);
enter("server/app/areas.ts", "\tconst people = wirePeople", `\tconst ${name} = wire${Name}(base);\n`);
enter("server/app/areas.ts", "\t\tpeople,\n", `\t\t${name},\n`);
addImport("server/app/areas.ts", `import { wire${Name} } from "#server/${wing}/${name}/wire.ts";`);
enter("server/app/routes.ts", "\taddPeople(app", `\tadd${Name}(app, areas.${name}, senders);\n`);
addImport("server/app/routes.ts", `import { add${Name} } from "#server/${wing}/${name}/routes.ts";`);
const tables = "server/app/tenants/tenant-tables.ts";
enter(tables, "];\n", `\t${ONE}_TABLES,\n`);
addImport(tables, `import { ${ONE}_TABLES } from "#server/${wing}/${name}/tenant-tables.ts";`);
const rooms = Object.entries(HOUSE[wing as keyof typeof HOUSE]);
const highest = rooms.at(-1) ?? fail(`${wing} has no rooms.`);
enter("scripts/house.ts", `: "${highest[1]}",\n`, "", `\t\t${name}: "${name}",\n`);
enter("docs/ARCHITECTURE.md", `| ${highest[1]} |\n`, "", `| \`${name}\` | ${name} |\n`);

// Tests of the walls between workspaces and clients look at a row of each table.
enter(
	"tests/support/workspaces/fill-workspace.ts",
	"\tconst file = Buffer.from(marker);\n",
	`\tawait insert("${name}", {
		workspace_id: workspaceId,
		client_id: filled.clientId,
		id: randomUUID(),
		title: marker,
		created_at: new Date(),
	});\n`,
);

execFileSync("npx", ["biome", "check", "--write", ...changed.filter((path) => path.endsWith(".ts"))]);
console.log(`server/${wing}/${name} runs: GET ${name}/ answers with an empty list.

Next:
  1. npx vitest run --project server tests/server/${wing}/${name}    is red, and says what is missing
  2. ${migration}    its columns; a released migration never changes
  3. contract/${name}    what crosses the wire, and the calls
  4. scripts/house.ts and docs/ARCHITECTURE.md    one line that says what the room is; move it down if others of its wing need it
  5. a screen in src/features/${name}, its words, and an outbox kind if it is used without a network (CONTRIBUTING.md)`);

function create(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	changed.push(path);
}

/** Adds a line to a list: before the anchor, or `after` it. */
function enter(path: string, anchor: string, before: string, after = ""): void {
	const text = readFileSync(path, "utf8");
	const at = text.indexOf(anchor);
	if (at < 0) fail(`${path} has no “${anchor.trim()}”: this script has to follow what changed there.`);
	writeFileSync(path, text.slice(0, at) + before + anchor + after + text.slice(at + anchor.length));
	changed.push(path);
}

function addImport(path: string, line: string): void {
	writeFileSync(path, `${line}\n${readFileSync(path, "utf8")}`);
}

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}
