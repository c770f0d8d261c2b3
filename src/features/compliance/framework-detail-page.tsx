import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { frameworkId } from "#contract/frameworks/pack.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { frameworkQuery } from "#src/lib/compliance/frameworks-api.ts";
import { WhoseNote } from "#src/lib/compliance/whose-note.tsx";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FrameworkView } from "./framework-view.tsx";

export const meta = {
	title: `Framework | ${site.name}`,
	description: "One framework: its requirements, what you decided, how each one stands, and how the controls operated.",
	indexable: false,
} as const;

/** How a client stands belongs to accounts: none has a document of its own. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const asked = z.safeParse(frameworkId, id);
	const reading = useQuery({ ...frameworkQuery(asked.success ? asked.data : FRAMEWORK_IDS[0], scope), enabled });
	return (
		<DetailStates
			noun={{ one: "framework", many: "Frameworks" }}
			kind="Framework"
			kindOf={({ version, publisher }) => `${publisher} · ${version}`}
			title={({ name }) => name}
			missing={id === null}
			reading={reading}
		>
			{(framework) => <FrameworkView framework={framework} readAt={reading.dataUpdatedAt} />}
		</DetailStates>
	);
}

export default function FrameworkDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(frameworkId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/compliance" className="inline-flex min-h-11 items-center">
					All frameworks
				</Link>
			</p>
			<WhoseNote />
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
