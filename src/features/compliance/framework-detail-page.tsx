import { useQuery } from "@tanstack/react-query";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { type FrameworkId, frameworkId } from "#contract/frameworks/pack.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { frameworkQuery } from "#src/lib/compliance/frameworks-api.ts";
import { WhoseNote } from "#src/lib/compliance/whose-note.tsx";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FrameworkView } from "./framework-view.tsx";

export const meta = {
	title: `Framework | ${site.name}`,
	description: "One framework: its requirements, what you decided, how each one stands, and how the controls operated.",
	indexable: false,
} as const;

/** A client's status belongs to an account, so none of these pages has its own prerendered document. */
export const paths: string[] = [];

function Body({ id }: { id: FrameworkId | null }) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...frameworkQuery(id ?? FRAMEWORK_IDS[0], scope), enabled });
	return (
		<DetailStates
			noun={{ one: "framework", many: "Frameworks" }}
			kind="Framework"
			kindOf={({ version, publisher }) => [publisher || "Added from a file", version].filter(Boolean).join(" · ")}
			title={({ name }) => name}
			missing={id === null}
			reading={reading}
		>
			{(framework) => <FrameworkView framework={framework} readAt={reading.dataUpdatedAt} />}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/compliance", label: "All frameworks" };

export default function FrameworkDetailPage() {
	return (
		<DetailPage id={frameworkId} list={LIST} note={<WhoseNote />}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}
