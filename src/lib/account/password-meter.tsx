import { strengthOf, strengthScore } from "./password-strength.ts";

const STEPS = [1, 2, 3, 4, 5];

/** How strong the typed password is. Empty if nothing is typed. */
export function PasswordStrength({ password }: { password: string }) {
	const score = strengthScore(password);
	return (
		<div role="status" className="min-h-6 text-15">
			{password !== "" && (
				<p className="flex items-center gap-3">
					<span aria-hidden="true" className="flex gap-1">
						{STEPS.map((step) => (
							<span
								key={step}
								className={`h-3 w-0 border-s-4 ${step <= score ? "border-ink" : "border-line-strong opacity-50"}`}
							/>
						))}
					</span>
					<span>
						Password strength: <b className="font-semibold">{strengthOf(password)}</b>
					</span>
				</p>
			)}
		</div>
	);
}
