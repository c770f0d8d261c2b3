import { useQuery } from "@tanstack/react-query";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { templatesQuery } from "#src/lib/assessments/assessments-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { ListMessage } from "#src/lib/data/lists/list-message.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { ThingHeading } from "#src/ui/page/thing-heading.tsx";
import { LoadTemplate } from "./templates/load-template.tsx";
import { TemplateRow } from "./templates/template-row.tsx";

export const meta = {
	title: `Templates | ${site.name}`,
	description: "What assessments ask: our questions, and your own from a file.",
	indexable: false,
} as const;

export default function TemplatesPage() {
	const account = useAccount();
	const { scope, can } = useScope();
	const prerendered = usePrerendered();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...templatesQuery(scope), enabled });
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<div className="mb-4 md:mb-6">
				<ThingHeading
					kind={
						<Link to="/dashboard/assessments" className="inline-flex min-h-11 items-center">
							Assessments
						</Link>
					}
				>
					Templates
				</ThingHeading>
			</div>
			<p className="mb-4 max-w-[62ch] text-15">
				An assessment asks the questions of a template. To ask your own, export one, change the file, and load it.
				Assessments that have begun keep their questions.
			</p>
			<RoleNote permission="arrange" what="load templates" />
			{account.status === "unknown" ? (
				<>
					<div className={prerendered ? "in-data-account:hidden" : ""}>
						<ListMessage>
							<p>
								<Link to="/auth/login?next=/dashboard/assessments/templates">Sign in</Link> to see the templates.
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
				<ListMessage>Sign in again to see the templates.</ListMessage>
			) : (
				<>
					{can("arrange") && <LoadTemplate />}
					<AccountData what="the templates" reading={reading} toCome={<RowsToCome />}>
						{({ templates }) => (
							<div className="border-line border-t">
								{templates.map((listed) => (
									<TemplateRow key={listed.template.id} listed={listed} />
								))}
							</div>
						)}
					</AccountData>
				</>
			)}
		</div>
	);
}
