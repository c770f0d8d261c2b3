import { termsOf } from "./terms.ts";

/**
 * Words that questions about security and compliance have whatever they are about: two texts that share only these are about different
 * things. Their synonyms are meant, too.
 */
const GENERAL_WORDS = `
security, secure, cyber, information security, protect, protection, safe
data, system, service, product, solution, platform, technology, company, organization, business
customer, employee, user, person, management, team
policy, plan, standard, process, program, control, measure, requirement, document, list, rule, risk
access, use, manage, handle, store, process, provide, require, support, include, define, apply, relate, responsible,
  look, see, find, found, know, take, keep, work, run, open, start, happen, change, check
annual, how often, deadline, day, month, year, time, date, number, new, current, latest, appropriate, critical
`;

const GENERAL = new Set(termsOf(GENERAL_WORDS));

export const isGeneral = (term: string): boolean => GENERAL.has(term);
