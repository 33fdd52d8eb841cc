"""Wordings of everyday relations in English, grouped by what they say of subject and object.

General vocabulary, without names or facts.
"""

from __future__ import annotations

__all__ = ["CATALOGUE_WORDINGS", "RELATION_WORDINGS"]

RELATION_WORDINGS = """
located in, is situated in, lies in, stands in, is found in, can be found in, is sited in, location, ?is in, ?based
  in | contains the place, is the location of, is home to, is the site of
located on, is situated on, lies on, stands on, sits on, is sited on, ?is on
located at, is situated at, stands at, is found at, is sited at, ?is at
located near, is situated near, lies near, is close to, is in the vicinity of, is not far from, ?is near | *
borders, borders on, bordered by, is adjacent to, adjoins, abuts, shares a border with, is next to, neighbors | *
lies north of, is located north of, is north of, is to the north of | lies south of, is south of, is to the south of
lies east of, is located east of, is east of, is to the east of | lies west of, is west of, is to the west of
surrounds, encircles, encloses, rings | is surrounded by, is enclosed by, is encircled by
lies between, is located between, is situated between, is between
headquartered in, has its headquarters in, has headquarters in, is headquartered at, headquarters location,
  headquarters in, has its seat in, based in | houses the headquarters of, is the seat of
capital of, is the capital city of, serves as the capital of | has the capital, has its capital at, has as its
  capital, capital
flows into, empties into, discharges into, drains into, is a tributary of, joins the river | is fed by, receives the
  water of
flows through, runs through, passes through, traverses, crosses | is crossed by, is traversed by
rises in, springs from, has its source in, has its source at | is the source of the river
born in, born at, place of birth, birthplace, has birthplace, came into the world in, is a native of, native of | is
  the birthplace of, is the place of birth of
born on, date of birth, birth date, has birth date
died in, died at, passed away in, place of death, lost his life in, lost her life in, perished in | is the place of
  death of, is the deathplace of
died on, passed away on, date of death, death date
died of, died from, succumbed to, cause of death, was killed by the disease | caused the death of
buried in, buried at, interred in, interred at, laid to rest in, place of burial, rests in | is the burial place of,
  is the resting place of
lives in, lived at, resides in, resides at, dwells in, is a resident of, resident of, is resident in, inhabits,
  residence, makes a home in, has a home in | is inhabited by, is home of, is the residence of
settled in, moved to, relocated to, migrated to, emigrated to, immigrated to, took up residence in, resettled in
grew up in, was raised in, was brought up in, spent childhood in, was reared in
comes from, hails from, originates from, originates in, is originally from, ?is from | is the origin of, is the
  place of origin of
citizen of, is a citizen of, is a national of, national of, holds the citizenship of, holds citizenship of, country
  of citizenship, nationality, has nationality, citizenship
works for, works at, is employed by, is employed at, is an employee of, employee of, is on the staff of, is a staff
  member of, is on the payroll of, employer, has employer, holds a job at, has a job at, ?works in, ?works with, ?is
  with | employs, is the employer of, employer of, has employee, employee
works as, is employed as, is working as, has the profession of, has the occupation of, occupation, profession,
  practises as, practices as, earns a living as
works with, collaborates with, cooperates with, works together with, is a collaborator of, is a colleague of,
  colleague of, collaborator of, partners with, teams up with, worked alongside | *
manages, ?runs, is the manager of, manager of, is in charge of, is responsible for running, administers | is managed
  by, is run by, is administered by, manager
leads, heads, is the head of, head of, is the leader of, leader of, is at the head of, directs the organization,
  chairs, presides over, is the president of, is the chair of | is led by, is headed by, is chaired by, leader, is
  under the leadership of
is the chief executive of, is the CEO of, CEO of, chief executive officer of, is chief executive officer of | has
  the chief executive, chief executive officer, CEO, has CEO
supervises, oversees, is the supervisor of, supervisor of, superintends, has oversight of | is supervised by, is
  overseen by, works under, reports to, supervisor
commands, is the commander of, commander of, is in command of | is commanded by, is under the command of, commander
governs, rules, reigns over, rules over, is the ruler of, ruler of, is the governor of | is governed by, is ruled
  by, is under the rule of, ruler
represents, is the representative of, representative of, acts on behalf of, speaks for | is represented by
holds the position of, held the office of, serves as, served in the role of, acts as, has the position of, position
  held, fills the post of
succeeds, succeeded as, took over from, follows in office, is the successor of, successor of, replaces | is
  succeeded by, is replaced by, is the predecessor of, predecessor of, is followed in office by
member of, is a member of, belongs to the group, is in the ranks of, has membership in, holds membership in, is
  affiliated with, is affiliated to, affiliation, ?belongs to, ?is with, ?is in | has member, counts among its
  members, includes as member, member
plays for, is a player of, player for, signed for, is on the roster of, is on the squad of, member of sports team,
  plays on the team of | fields, has player
coaches, is the coach of, coach of, trains the team, is head coach of | is coached by, head coach
studied at, educated at, educated in, attended, went to school at, is a student at, is a student of the school, was
  enrolled at, is an alumnus of, alumnus of, alma mater, studied in the school of | has alumnus, is the alma mater
  of
graduated from, holds a degree from, has a degree from, received a degree from, earned a degree from, got a degree
  from, took a degree at, obtained a degree from, was awarded a degree by, is a graduate of, graduate of, degree
  from | awarded a degree to
studied, majored in, read the subject, specialized in, specialised in, specializes in, field of study, holds a
  degree in, has a degree in, took a degree in
teaches at, is a teacher at, is a professor at, professor at, lectures at, is a lecturer at, is on the faculty of,
  is a faculty member of, holds a chair at, has a professorship at
taught, is the teacher of, teacher of, instructed, tutored, is the tutor of, was the mentor of, mentored, is the
  mentor of | was taught by, studied under, studied with, is a student of, student of, is a pupil of, pupil of, is a
  disciple of, learned from, was mentored by, teacher, was instructed by
advised the doctorate of, is the doctoral advisor of, doctoral advisor of | doctoral advisor, wrote a thesis under,
  is a doctoral student of, doctoral student of
parent of, is a parent of, has child, has children, is the parent of, child | child of, is a child of, is the
  offspring of, offspring of, parent, has parent, descends directly from
father of, is the father of | father, has father, was fathered by
mother of, is the mother of, gave birth to | mother, has mother
son of, is the son of, is a son of | son, has son
daughter of, is the daughter of, is a daughter of | daughter, has daughter
spouse of, is the spouse of, married, is married to, was wed to, wed, spouse, has spouse, tied the knot with, took
  in marriage | *
wife of, is the wife of, is the widow of, husband, has husband | husband of, is the husband of, is the widower of,
  wife, has wife
sibling of, is a sibling of, sibling, has sibling | *
brother of, is the brother of, is a brother of | has brother
sister of, is the sister of, is a sister of | has sister
cousin of, is a cousin of, cousin, has cousin | *
ancestor of, is an ancestor of, is a forebear of, is a forefather of | descends from, is descended from, descendant
  of, is a descendant of, ancestor, has ancestor
friend of, is a friend of, is friends with, befriended, had a friendship with, is a close friend of | *
rival of, is a rival of, competes with, is a competitor of, competitor of, vies with, is in competition with, rivals
  | *
founded, established, set up, started the organization, is the founder of, founder of, is a founder of, is a
  co-founder of, co-founded, cofounded, brought into being, instituted | is founded by, is established by, was set
  up by, is instituted by, founder, founded by, was started by, is co-founded by, has founder
founded in, established in, was set up in, dates its foundation to, ?created in, ?formed in
founded on, established on, was set up on, inception, foundation date, date of foundation
invented, is the inventor of, inventor of, devised, conceived, came up with, pioneered | is invented by, is devised
  by, was conceived by, is the invention of, inventor, was pioneered by
discovered, is the discoverer of, discoverer of, first described, first observed, made the discovery of, first
  identified | is discovered by, was first described by, was first observed by, discoverer, was first identified by
designed, is the designer of, designer of, drew up the design of, is the architect of, architect of | is designed
  by, was drawn up by, designer, architect, is the design of
built, constructed, erected, put up the building | is built by, is constructed by, is erected by, builder
built in, constructed in, erected in, completed in
developed, is the developer of, developer of, worked out | is developed by, developer, was worked out by
created, is the creator of, creator of, brought forth | is created by, creator, was brought forth by
owns, possesses, is the owner of, owner of, has ownership of, holds ownership of, is the proprietor of, proprietor
  of, holds title to | is owned by, is possessed by, is the property of, property of, owner, is in the ownership of,
  ?belongs to
acquired, bought, purchased, took over, obtained by purchase | is acquired by, is bought by, is purchased by, was
  taken over by
sold, sold off, disposed of by sale, is the seller of | is sold by, was sold off by
subsidiary of, is a subsidiary of, is a division of, division of, is a unit of, is a branch of, branch of, parent
  organization, parent company | has subsidiary, is the parent company of, is the parent organization of, subsidiary
merged with, was merged with, amalgamated with, fused with, joined forces with, was combined with | *
invests in, has a stake in, holds a stake in, holds shares in, is a shareholder of, shareholder of, is an investor
  in, investor in | has investor, has shareholder
funds, finances, sponsors, gives money to, provides funding for, bankrolls, is the sponsor of, sponsor of,
  subsidizes | is funded by, is financed by, is sponsored by, receives funding from, gets money from, is subsidized
  by
supports, backs, gives support to, lends support to, is a supporter of, supporter of, is in favor of, stands behind,
  advocates | is supported by, is backed by, has the support of, receives support from
opposes, is opposed to, is against, is an opponent of, opponent of, stands against, resists | is opposed by, meets
  with opposition from
part of, is a part of, is part of, is a component of, component of, is an element of, is a constituent of, is a
  section of, forms part of, is included in, is contained in, is comprised in, ?belongs to | has part, contains,
  includes, comprises, consists of, is composed of, is made up of, has component, has as a part, encompasses,
  incorporates
made of, is made from, is made out of, is manufactured from, is built of, is constructed of, material, is fashioned
  from | is the material of, is used to make, is a raw material of
type of, is a type of, is a kind of, kind of, is a sort of, is a form of, is a class of, is a variety of, is a
  species of, is an instance of, instance of, is an example of, is classified as, is categorized as, is a subclass
  of, subclass of | has type, has kind, has subclass, has as an example, includes the kind
produces, manufactures, makes, turns out, is the producer of, producer of, is the manufacturer of, manufacturer of,
  is the maker of, maker of, fabricates | is produced by, is manufactured by, is made by, is turned out by,
  manufacturer, maker, is the product of, product of, producer, is fabricated by
grows, cultivates, raises as a crop, farms | is grown by, is cultivated by, is farmed by
grows in, thrives in, is grown in, is cultivated in
causes, leads to, brings about, results in, induces, triggers, is the cause of, cause of, is a cause of, gives rise
  to, provokes, produces the effect of, is responsible for, has the effect of, effect | is caused by, results from,
  is due to, is brought about by, is induced by, is triggered by, stems from, is a result of, is the result of,
  result of, is a consequence of, is an effect of, is provoked by, arises from
influences, affects, has an influence on, has an effect on, has an impact on, impacts, shapes | is influenced by, is
  affected by, is shaped by, is under the influence of, is impacted by
inspired, was the inspiration for, gave the idea for, served as inspiration for | is inspired by, draws inspiration
  from, took inspiration from, has its inspiration in
prevents, averts, stops from happening, wards off, forestalls, protects from, protects against | is prevented by, is
  averted by
reduces, decreases, lowers, diminishes, lessens, cuts down, brings down | is reduced by, is lowered by, is decreased
  by, is diminished by
increases, ?raises, boosts, heightens, enhances, augments | is increased by, is raised by, is boosted by, is
  enhanced by, is augmented by
improves, betters, makes better, ameliorates | is improved by, is bettered by
inhibits, suppresses, blocks, hinders, restrains, impedes | is inhibited by, is suppressed by, is blocked by, is
  hindered by, is impeded by
destroyed, demolished, ruined, razed, wiped out, tore down | is destroyed by, was demolished by, was ruined by, was
  razed by, was wiped out by
killed, murdered, slew, put to death, is the killer of, assassinated | was killed by, was murdered by, was slain by,
  was put to death by, killer, was assassinated by
treats, is used to treat, is a treatment for, treatment for, is a remedy for, remedy for, is used in the treatment
  of, is a therapy for, therapy for, is given for, is prescribed for, is effective against, alleviates, relieves |
  is treated with, is treated by, is remedied by, treatment, is alleviated by, is relieved by
cures, heals, is a cure for, cure for | is cured by, is healed by, is cured with
diagnosed with, suffers from, is affected with, has the disease, is ill with, is afflicted by, came down with,
  contracted, fell ill with
infects, is a pathogen of | is infected by, is infected with
symptom of, is a symptom of, is a sign of, sign of, is an indication of | has symptom, shows the symptom, manifests
  as, symptom
transmitted by, is spread by, is carried by, is passed on by | transmits, spreads, passes on, is a vector of
uses, makes use of, utilizes, utilises, ?applies, relies on the use of, is a user of, user of, has use of, ?adopts |
  is used by, is utilized by, is utilised by, is applied by, is in use by, is adopted by
used for, is used to, serves to, is employed for, is utilized for, is useful for, is applied to, purpose, has the
  purpose of, is intended for, is meant for, is designed for
used in, is applied in, is utilized in, is utilised in, finds use in, finds application in, is employed in
used as, serves for use as, functions as, is utilized as
depends on, relies on, is dependent on, hinges on, is contingent on, rests on | is relied on by
based on, is derived from, derives from, is built on, builds on, is founded upon, is adapted from, is an adaptation
  of, is modeled on | is the basis of, is the basis for, forms the basis of, underlies
requires, needs, calls for, is in need of, demands, necessitates | is required by, is needed by, is needed for, is
  required for
enables, allows, makes possible, permits, lets | is enabled by, is made possible by, is allowed by
similar to, is similar to, resembles, is like, bears a resemblance to, is akin to, looks like, is comparable to | *
differs from, is different from, is unlike, is distinct from, contrasts with | *
same as, is identical to, is identical with, equals, is equal to, is equivalent to | *
outperforms, performs better than, does better than, is superior to, beats on, is better than | is outperformed by,
  performs worse than, is inferior to, is worse than
named after, is named for, takes its name from, gets its name from, is called after, derives its name from, owes its
  name to | is the namesake of, gave its name to
named, is named, is called, is known as, goes by the name of, bears the name, is referred to as, is also known as,
  is also called, name, has the name, is dubbed, is termed, is nicknamed, is titled, is entitled
short for, stands for, is the abbreviation of, is an abbreviation of, is an acronym for, is an acronym of,
  abbreviates | is abbreviated as, is abbreviated to, has the acronym, is shortened to
means, signifies, denotes, has the meaning, refers to, translates as | is meant by, is signified by, is denoted by
symbol of, is a symbol of, symbolizes, symbolises, stands as a symbol for, is emblematic of | is symbolized by, is
  symbolised by
wrote, is the author of, author of, penned, is the writer of, writer of | is written by, is authored by, author, is
  penned by, writer, is the work of
composed, is the composer of, composer of, wrote the music of, wrote the music for, scored the film | is composed
  by, composer, has music by, has a score by
painted, is the painter of, painter of, made the painting of | is painted by, painter
sang, performed the song, recorded the song, is the singer of, singer of | is sung by, was performed by, performer,
  singer
directed, is the director of, director of, is the filmmaker of | is directed by, director, is a film by
starred in, acted in, appeared in, played in, is in the cast of, performed in, had a role in, featured in | stars,
  features as an actor, has the actor, cast member, has in its cast
edited, is the editor of, editor of | is edited by, editor
translated, is the translator of, translator of | is translated by, translator
published, issued, brought out, is the publisher of, publisher of | is published by, is issued by, is brought out
  by, publisher
published in, appeared in print in, came out in, was issued in, is released in
published on, publication date, was issued on, is released on, release date, came out on
describes, depicts, gives an account of, gives a description of, characterizes, characterises | is described by, is
  depicted in, is described in, is characterized by
is about, deals with, treats of, concerns, has as its subject, main subject, is concerned with, is on the subject
  of, discusses, covers the topic of | is the subject of, is discussed in, is dealt with in
cites, quotes, makes reference to, references | is cited by, is quoted by, is referenced by
speaks, has a command of, is a speaker of, speaker of, is fluent in | is spoken by
won, was awarded, received the award, is a recipient of, recipient of, is the winner of, winner of, was honored
  with, is a laureate of, award received, was the recipient of, took home | was won by, was awarded to, was given
  to, winner, went to the winner
nominated for, was a nominee for, is a nominee of, was shortlisted for, received a nomination for
defeated, beat, won against, triumphed over, vanquished, prevailed over, conquered | was defeated by, was beaten by,
  lost to, was vanquished by, was conquered by
fought against, waged war against, battled, was at war with, went to war with | *
attacked, assaulted, raided, launched an attack on, made an attack on, invaded | was attacked by, was assaulted by,
  was raided by, was invaded by
took part in, participated in, is a participant in, participant in, competed in, was involved in, had a part in |
  involved, had the participant, participant
happened in, took place in, occurred in, was held in, is staged in, was hosted in | hosted, was the venue of
happened on, took place on, occurred on, was held on
happened at, took place at, occurred at, was held at, venue
happened before, precedes, preceded, came before, is prior to, is earlier than, followed by | happened after,
  follows, came after, is later than, is preceded by, comes after
happened during, took place during, occurred during, fell within
began in, started in, commenced in, dates from, dates back to, has its beginning in, dates to
began on, started on, commenced on, start date, start time
ended in, finished in, concluded in, came to an end in, terminated in
ended on, finished on, concluded on, came to an end on, end date, end time
visited, paid a visit to, went to see, made a visit to, traveled to, travelled to, journeyed to, made a trip to |
  was visited by, received a visit from
met, met with, had a meeting with, made the acquaintance of, got to know, encountered | *
operates, is the operator of, operator of, keeps in operation | is operated by, operator
eats, feeds on, preys on, consumes, lives on the food, has a diet of | is eaten by, is preyed on by, is consumed by,
  is food for
hunts, is a predator of, predator of | is hunted by, is prey of, predator
pollinates, is a pollinator of, pollinator of | is pollinated by, pollinator
shows, demonstrates, indicates, reveals, makes clear, proves | is shown by, is demonstrated by, is indicated by, is
  revealed by
measures, determines the amount of, gauges, quantifies | is measured by, is gauged by, is quantified by
protects, guards, shields, safeguards, defends | is protected by, is guarded by, is shielded by, is defended by
"""
"""A group a line. Wordings after `|` say the same with subject and object swapped; `| *`: all hold in both directions.
A wording with `?` also says other things."""

CATALOGUE_WORDINGS: dict[str, tuple[str, ...]] = {
    name.strip(): tuple(filter(None, (wording.strip() for wording in wordings.split(","))))
    for name, _, wordings in (
        line.partition(":")
        for line in """
located in the administrative territorial entity: located in, situated in, city in, town in, village in
location: took place in, held in, fought in, based in
country: located in, situated in, lies in, city in, town in, village in, district of, province of, river in
continent: located in, lies in, country in, situated in
country of citizenship:
from: native of, comes from, hails from, citizen of
citizen: citizen of, nationality
born: native of
located in: city in, town in
located: located in, situated in, lies in, city in, town in
nationality:
place of birth: born and raised in
place of death:
date of birth: born in, born
date of death: died in, died
performer: recorded by, released by, sung by, song by, album by, single by, by
author: novel by, play by, book by, story by, by, novella by, poem by, collection by, series by, comic by
composer: written by, music by, opera by, music composed by
producer:
director: movie by, documentary by, cartoon by
creator: written by, designed by, developed by, launched by, founded by, invented by, work by, creation of
developer: created by, made by, programmed by, written by, game by, program by, software by, software from, system by
production company: animated by, production by, production of
platform: released for, available for, available on, developed for, published for, ported to, runs on, game for
operating system: runs on, runs under, available for, developed for
based on: adaptation of, adapted from, remake of, inspired by
narrative location: set in, takes place in
military branch: served in, enlisted in, joined, officer in
screenwriter: written by, screenplay by
cast member: features, starring
spouse: wife, husband, wife of, husband of
father: son of, daughter of, child of, father of
mother: son of, daughter of, child of, mother of
child: father of, mother of, son, daughter
sibling: brother, sister, brother of, sister of, half brother, half sister
instance of: is, is a, is an, was, was a
part of: belongs to, member of
educated at: graduated from
employer: professor at
member of sports team: signed with, drafted by
member of political party: member of, belongs to
shares border with:
capital: capital of, capital is
follows: succeeded, successor of, replaced
followed by: succeeded by, predecessor of, replaced by
location of formation: formed in, founded in, originated in
inception: founded in, established in, formed in, created in
publication date: released in, published in, premiered in, premiered on, came out in
headquarters location:
native language: speaks, mother tongue, spoke
mouth of the watercourse: flows into, tributary of, joins, empties into
located in or next to body of water: located on, lies on
conflict: fought in, served in, took part in
award received: received, awarded
owned by: belongs to
founded by:
record label: released by, signed to, label
position held: became, was elected
occupation: is, is a, was, was a
sport: plays, played, competes in
""".strip().splitlines()
    )
}
"""By a name of catalogues of facts, wordings that answer a question for it without meaning the same: *city in* for
*country*. What means the same is in `RELATION_WORDINGS`."""
