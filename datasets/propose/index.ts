export { type FactProposal, proposeFacts } from './propose.ts';
export { reviewProposals } from './review.ts';
