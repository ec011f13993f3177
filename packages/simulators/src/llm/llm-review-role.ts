/** Purposes of a review's requests, inferred from their instructions. */
export type ReviewRole = 'scope' | 'outline' | 'studies' | 'frame' | 'section';

export function reviewRoleOf(system: string): ReviewRole | undefined {
  if (system.includes('"transitions"')) return 'frame';
  if (system.includes('"themes"')) return 'outline';
  if (system.includes('"studies"')) return 'studies';
  if (system.includes('"broad"')) return 'scope';
  return /medical review for clinicians|医学综述的一个部分/.test(system) ? 'section' : undefined;
}
