import type { SubmitEvent } from "react";
import type { SignOn } from "#contract/sign-on/sign-on.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { useSave } from "../use-save.ts";
import { addDomain, removeDomain, verifyDomain } from "./sign-on-api.ts";

type Props = Pick<Here, "scope" | "withSession"> & { domains: SignOn["domains"] };
type RowProps = { row: SignOn["domains"][number]; disabled: boolean; onVerify(): void; onRemove(): void };

function DomainRow({ row: { domain, verified, record, problem }, disabled, onVerify, onRemove }: RowProps) {
	return (
		<li className="grid gap-2 border-line border-b py-3">
			<p className="wrap-anywhere text-15">
				<b className="font-semibold">{domain}</b> · {verified ? "Verified" : "Not verified yet"}
			</p>
			{!verified && (
				<>
					<p className="text-15">Add this TXT record at your DNS provider, then press Verify.</p>
					<dl className="grid gap-1 text-13">
						{[
							["Name", record.name],
							["Value", record.text],
						].map(([label, text = ""]) => (
							<div key={label}>
								<dt className="text-quiet">{label}</dt>
								<dd className="wrap-anywhere">
									<span className="font-mono">{text}</span>{" "}
									<CopyButton text={text} what={`the ${label?.toLowerCase()} of the record for ${domain}`} small />
								</dd>
							</div>
						))}
					</dl>
				</>
			)}
			<p role="status" className="wrap-anywhere text-15 empty:hidden">
				{problem}
			</p>
			<div className="flex flex-wrap gap-3">
				{!verified && (
					<Button variant="secondary" disabled={disabled} aria-label={`Verify ${domain}`} onClick={onVerify}>
						Verify
					</Button>
				)}
				<Button variant="secondary" disabled={disabled} aria-label={`Remove ${domain}`} onClick={onRemove}>
					Remove
				</Button>
			</div>
		</li>
	);
}

/** The email domains whose users are sent to the provider. */
export function DomainsPart({ scope, withSession, domains }: Props) {
	const { state, form, submitting, errors, edited, save } = useSave(useChange(withSession));
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { currentTarget } = event;
		if (await save(() => addDomain(scope, formTexts(currentTarget).domain ?? ""))) currentTarget.reset();
	};
	return (
		<div className="grid gap-4">
			<h3 className="font-semibold text-17">Email domains</h3>
			<ul aria-label="Email domains" className="border-line border-t empty:hidden">
				{domains.map((row) => (
					<DomainRow
						key={row.domain}
						row={row}
						disabled={submitting}
						onVerify={() => void save(() => verifyDomain(scope, row.domain))}
						onRemove={() => void save(() => removeDomain(scope, row.domain))}
					/>
				))}
			</ul>
			<form
				ref={form}
				method="dialog"
				aria-label="Add a domain"
				onInput={edited}
				onSubmit={onSubmit}
				className="grid gap-4"
			>
				<FormField
					id="sign-on-domain"
					name="domain"
					label="Domain"
					hint="The part of your email addresses after the @, such as example.com."
					error={errors.domain}
					readOnly={submitting}
					required
					maxLength={253}
					autoComplete="off"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
				/>
				<SubmissionFailure title="The domains were not changed" state={state} />
				<div>
					<Button type="submit" variant="secondary" disabled={submitting}>
						Add domain
					</Button>
				</div>
			</form>
		</div>
	);
}
