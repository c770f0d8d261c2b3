import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allIn, type FrameworkSummary } from "#contract/frameworks/frameworks.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { frameworksQuery } from "#src/lib/compliance/frameworks-api.ts";
import { WhoseNote } from "#src/lib/compliance/whose-note.tsx";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { ListMessage } from "#src/lib/data/lists/list-message.tsx";
import { SampleOffer } from "#src/lib/workspace/clients/sample.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { ChooseDialog } from "./list/choose-dialog.tsx";
import { ChosenCard } from "./list/chosen-card.tsx";
import { OtherFramework } from "./list/other-framework.tsx";
import { AddFramework } from "./own/add-framework.tsx";

/** Explains the screen until a framework is chosen. */
function FirstUse() {
	const { can } = useScope();
	return (
		<div className="max-w-[62ch]">
			<p className="text-17">
				Choose a framework that you have to follow or promise to follow. We propose controls that serve it, your scans
				and your evidence show how each one stands, and you decide what applies.
			</p>
			{can("arrange") && (
				<div className="mt-4 flex flex-wrap items-start gap-3">
					<a
						href="#others"
						className="inline-flex min-h-12 items-center justify-center rounded-control border border-accent bg-accent px-6 font-semibold text-17 text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper"
					>
						Choose a framework
					</a>
					<SampleOffer />
				</div>
			)}
		</div>
	);
}

export const meta = {
	title: `Compliance | ${site.name}`,
	description: "The frameworks you chose, how you stand with each, and what is not decided yet.",
	indexable: false,
} as const;

/** All frameworks: those the client chose, with their status, then the others. */
function Frameworks({ frameworks }: { frameworks: readonly FrameworkSummary[] }) {
	const [choosing, setChoosing] = useState<FrameworkSummary | null>(null);
	const chosen = frameworks.filter(({ chosenAt }) => chosenAt !== null);
	const others = frameworks.filter(({ chosenAt }) => chosenAt === null);
	return (
		<>
			{chosen.length === 0 ? (
				<FirstUse />
			) : (
				<ul aria-label="Chosen frameworks" className="grid gap-4 lg:grid-cols-2">
					{chosen.map((framework) => (
						<li key={framework.id} className="min-w-0">
							<ChosenCard framework={framework} />
						</li>
					))}
				</ul>
			)}
			{others.length > 0 && (
				<Section id="others" heading={chosen.length === 0 ? "Frameworks" : "Others to choose"}>
					<AddFramework />
					<ul className="border-line border-b">
						{others.map((framework) => (
							<li key={framework.id} className="border-line border-t">
								<OtherFramework framework={framework} onChoose={() => setChoosing(framework)} />
							</li>
						))}
					</ul>
				</Section>
			)}
			{choosing && <ChooseDialog framework={choosing} chosen onClose={() => setChoosing(null)} />}
		</>
	);
}

export default function CompliancePage() {
	const account = useAccount();
	const { scope } = useScope();
	const prerendered = usePrerendered();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...frameworksQuery(scope), enabled });
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<h1 className="mb-4 font-semibold text-26 tracking-[-0.01em] md:mb-6">Compliance</h1>
			<WhoseNote />
			<RoleNote permission="work" what="decide about requirements" />
			{account.status === "unknown" ? (
				<>
					<div className={prerendered ? "in-data-account:hidden" : ""}>
						<ListMessage>
							<p className="max-w-[62ch]">
								Choose a framework, decide what applies, and see what your scans and your evidence say about each
								requirement. <Link to="/auth/login?next=/dashboard/compliance">Sign in</Link> to begin.
							</p>
						</ListMessage>
					</div>
					{prerendered && (
						<div className="hidden in-data-account:block">
							<RowsToCome />
						</div>
					)}
				</>
			) : account.status === "signed-out" || account.locked ? (
				<ListMessage>Sign in again to see your frameworks.</ListMessage>
			) : (
				<AccountData what="the frameworks" reading={reading} toCome={<RowsToCome />}>
					{(list) => <Frameworks frameworks={allIn(list)} />}
				</AccountData>
			)}
		</div>
	);
}
