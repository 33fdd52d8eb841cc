"""Words that tell whether an English name means a man, a woman, or no person at all; written for this project."""

from __future__ import annotations

__all__ = [
    "FEMALE_NAMES",
    "FEMALE_WORDS",
    "MALE_NAMES",
    "MALE_WORDS",
    "NOT_PERSON_WORDS",
    "PERSON_ENDINGS",
    "PERSON_WORDS",
    "TITLES",
]

MALE_WORDS = frozenset(
    """mr mr. sir lord king prince duke baron count earl emperor father brother son husband uncle nephew grandfather
    grandson stepfather stepson stepbrother widower boyfriend man boy gentleman businessman actor waiter monk
    priest pope bishop abbot knight congressman chairman spokesman policeman fireman salesman craftsman nobleman
    statesman sportsman clergyman fisherman footballer cricketer quarterback linebacker sultan caliph shah tsar
    czar bachelor groom godfather dad daddy grandpa cardinal rabbi imam archbishop frontman tenor baritone
    viscount marquess archduke""".split()
)
FEMALE_WORDS = frozenset(
    """mrs mrs. ms ms. miss mme mlle madam madame lady dame queen princess duchess baroness countess empress mother
    sister daughter wife aunt niece grandmother granddaughter stepmother stepdaughter stepsister widow
    girlfriend woman girl businesswoman actress waitress nun abbess congresswoman chairwoman spokeswoman
    policewoman saleswoman noblewoman sportswoman heiress hostess goddess bride godmother mom mum mommy grandma
    ballerina soprano songstress tsarina sultana mistress seamstress midwife stewardess sorceress priestess
    poetess heroine archduchess viscountess""".split()
)
TITLES = frozenset(
    """mr mr. mrs mrs. ms ms. miss dr dr. prof prof. professor sir dame lord lady king queen prince princess duke
    duchess count countess baron baroness earl emperor empress pope bishop archbishop cardinal rabbi imam father
    sister brother saint st. president senator governor mayor judge justice minister chancellor general colonel
    captain lieutenant sergeant major admiral commander gen. col. capt. lt. sgt. maj. adm. sen. gov. rep. rev.
    reverend hon. congressman congresswoman coach director chairman secretary ambassador inspector detective
    officer private corporal aunt uncle madame madam""".split()
)
PERSON_WORDS = frozenset(
    """person author poet artist musician singer songwriter rapper guitarist drummer composer conductor painter
    sculptor architect engineer scientist lawyer attorney judge politician senator governor president mayor
    minister diplomat ambassador soldier officer general admiral captain commander coach athlete player runner
    swimmer boxer wrestler golfer skier cyclist driver racer jockey champion teacher professor scholar student
    historian critic editor journalist reporter broadcaster host presenter director producer screenwriter
    filmmaker writer novelist playwright dancer choreographer comedian model designer chef entrepreneur
    executive activist missionary saint philanthropist inventor explorer doctor physician surgeon nurse
    psychologist philosopher theologian mathematician astronaut pilot criminal murderer pirate spy thief bassist
    vocalist pianist violinist cellist keyboardist entertainer celebrity star heir leader founder monarch ruler
    noble aristocrat goalkeeper defender midfielder striker forward pitcher catcher outfielder infielder
    shortstop guard tackle actor actress footballer cricketer businessman businesswoman man woman boy girl king
    queen prince princess duke duchess son daughter brother sister wife husband father mother bishop pope priest
    rabbi monk nun knight""".split()
)
PERSON_ENDINGS = ("ologist", "ographer", "ician", "maker", "player", "writer", "keeper", "man", "woman", "smith", "ist")
NOT_PERSON_WORDS = frozenset(
    """university college school academy institute institution hospital church cathedral abbey temple mosque museum
    library gallery theatre theater stadium arena park garden gardens bridge tower castle palace fort station
    airport port harbor harbour river lake sea ocean bay island islands isle mount mountain mountains valley
    hills hill forest desert coast county district province state states city town village township borough
    parish region republic kingdom empire federation union nations street road avenue boulevard highway route
    square company corporation corp corp. inc inc. ltd ltd. llc co. group bank foundation association society
    organization organisation committee commission council board agency department ministry office bureau party
    league club team united cup championship championships tournament series season games olympics award awards
    prize medal orchestra band records record album song film movie magazine journal newspaper times news press
    post herald tribune radio television channel network studios entertainment pictures productions festival
    conference congress parliament senate house assembly court army navy force forces corps regiment brigade
    division battalion war battle treaty act bill law constitution revolution rebellion railway railroad line
    airlines airways motors hotel center centre building hall house day week month year january february march
    april may june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday christmas easter north south east west northern southern eastern western central america
    american europe european africa african asia asian england english britain british france french germany
    german italy italian spain spanish russia russian china chinese japan japanese india indian canada canadian
    australia australian ireland irish scotland scottish wales welsh mexico brazil poland polish sweden swedish
    norway norwegian denmark danish greece greek turkey turkish israel egypt iran iraq soviet roman catholic
    christian jewish muslim islam bible london paris york california texas florida chicago boston hollywood
    broadway washington los new san grand prix open world national international royal trophy bowl conference
    nba nfl fifa bbc cbs nbc abc hbo mtv u.s. uk usa us un eu""".split()
)
MALE_NAMES = frozenset(
    """aaron abdul abraham adam adolf adrian ahmad ahmed al alan albert alberto alejandro alex alexander alexandre
    alfred ali allan allen alvin andre andreas andrew andy angelo anthony antoine anton antonio archibald arnold
    arthur arturo august augustus austin axel barack barry bart bartholomew ben benedict benito benjamin bernard
    bert bill billy bob bobby boris brad bradley brandon brendan brett brian bruce bruno bryan byron caleb
    calvin carl carlo carlos cecil cedric charles charlie chris christian christoph christopher chuck clarence
    claude clayton clement cliff clifford clint clinton clive colin conrad cornelius craig curtis cyril damian
    dan daniel danny dante dario darren darryl dave david dean dennis denis derek desmond diego dieter dimitri
    dirk dmitri dominic don donald doug douglas duncan dustin dwight earl eddie edgar edmund eduardo edward
    edwin eli elias elliott elmer elvis emil emilio emmanuel enrico enrique eric erik ernest ernst erwin ethan
    eugene evan felix ferdinand fernando francis francesco francisco franco frank franklin franz fred freddie
    frederick friedrich fritz gabriel gareth gary gavin geoff geoffrey george georg georges gerald gerard
    gerhard giacomo gilbert giorgio giovanni giuseppe glenn gordon graham greg gregory guillaume gunther gustav
    guy hans harold harry harvey hassan heinrich helmut henri henry herbert herman hermann homer horace howard
    hubert hugh hugo humphrey ian igor immanuel isaac ismail ivan jack jackie jacob jacques jake james jamie jan
    jared jason javier jay jean jeff jeffrey jeremy jerome jerry jesse jim jimmy joachim joe joel johan johann
    johannes john johnny jon jonathan jorge jose josef joseph josh joshua juan jules julian julius jurgen justin
    karl keith ken kenneth kenny kevin kirk klaus konrad kurt kyle lance larry lars laurence lawrence lee leo
    leon leonard leonardo leopold leroy leslie lewis liam lionel lloyd logan lorenzo louis lucas luca lucius
    ludwig luigi luis luke malcolm manuel marc marcel marco marcus mario mark marshall martin marvin mathew
    matteo matthew matthias maurice max maxwell mel melvin michael michel miguel mike mikhail miles milton mitch
    mitchell mohamed mohammad mohammed morgan morris muhammad murray mustafa nathan nathaniel ned neil nelson
    neville nicholas nick nicolas nigel nikolai noah noel norman oliver omar orlando oscar oskar oswald otto
    owen pablo paolo pat patrick paul pedro percy perry pete peter phil philip philippe phillip pierre pietro
    quentin rafael raj ralph ramon randall randy raphael raul ray raymond reginald rene rex ricardo richard rick
    ricky rob robert roberto robin rod rodney roger roland rolf roman ron ronald ronnie rory ross roy rudolf
    rudolph rupert russell ryan salvador salvatore sam samuel scott sean sebastian serge sergei sergio seth
    shane shaun sidney sigmund silvio simon spencer stan stanley stefan stephen steve steven stewart stuart
    sylvester ted terence terry theodor theodore thomas tim timothy toby todd tom tommy tony travis trevor tyler
    ulrich umberto vernon victor vikram vincent vincenzo vladimir wallace walter warren wayne wendell werner
    wilfred wilhelm will willem william willie wilson winston wolfgang woodrow xavier yuri yusuf zachary""".split()
)
FEMALE_NAMES = frozenset(
    """abigail ada adele adriana agatha agnes aisha alexandra alexandria alice alicia alison allison alma amanda amber
    amelia amina amy ana anastasia andrea angela angelica angelina anita anja ann anna annabel anne annette
    annie antonia april ariana arlene astrid audrey aurora ava barbara beatrice beatrix becky belinda bernadette
    bertha bessie beth bethany betsy betty beverly bianca brenda bridget britney brittany camilla camille
    candice carla carmen carol carole carolina caroline carolyn carrie cassandra catherine cathy cecilia celeste
    celia celine charlotte chelsea cheryl chloe christa christina christine cindy clara claire claudia cleopatra
    colleen connie constance cordelia courtney crystal cynthia daisy dana danielle daphne dawn debbie deborah
    debra deirdre delia denise diana diane dolores donna dora doris dorothy edith edna eileen elaine eleanor
    elena elisabeth eliza elizabeth ella ellen elsa elsie emilia emily emma enid erica erika erin esmeralda
    estelle esther ethel eugenia eva eve evelyn faith fatima felicia felicity fiona flora florence frances
    francesca frida gabriela gabrielle gail gemma genevieve georgia georgina geraldine gertrude gillian gina
    giovanna giulia gladys glenda gloria grace greta gwen gwendolyn hannah harriet hazel heather heidi helen
    helena helga henrietta hilary hilda hillary holly hope ida ilse imogen ingrid irene irina iris irma isabel
    isabella isabelle ivy jacqueline jade jamila jane janet janice janine jasmine jeanette jeanne jen jenna
    jennifer jenny jessica jill jo joan joanna joanne jocelyn josephine joy joyce juanita judith judy julia
    juliana julie juliet june karen karin kate katharina katharine katherine kathleen kathryn kathy katie
    katrina katya kay kelly kerry kim kirsten kristen kristin kristina laura lauren leah leila lena leona leslie
    lila lili lillian lily linda lisa liz lois lola loretta lori lorraine louisa louise lucia lucille lucinda
    lucy lydia lynn mabel madeleine madeline madonna maggie mandy marcia margaret margarita margot maria mariah
    marian marianne marie marilyn marina marion marissa marjorie marlene marsha martha mary maryam matilda maud
    maureen mavis maya megan meghan melanie melinda melissa mercedes meredith meryl michelle mildred millicent
    mimi minnie miranda miriam moira mollie molly mona monica muriel myra nadia nadine nancy naomi natalia
    natalie natasha nell nellie nicole nina nora norma octavia olga olive olivia ophelia pamela pat patricia
    patsy patty paula pauline pearl peggy penelope penny petra philippa phoebe phyllis pippa polly priscilla
    priya rachel ramona rebecca regina renata renee rhonda rita roberta robin rosa rosalie rosalind rose
    rosemary roxanne ruby ruth sabina sabrina sally samantha sandra sara sarah sasha selena selma serena shannon
    sharon sheila shelley sherry shirley sigrid simone sofia sonia sonja sophia sophie stacy stella stephanie
    sue susan susanna susannah suzanne svetlana sybil sylvia tamara tammy tania tanya tara tatiana teresa tess
    tessa thea thelma theresa tiffany tina tracy trudy ursula valentina valerie vanessa vera veronica vicki
    vicky victoria viola violet virginia vivian viviana wanda wendy whitney wilhelmina wilma winifred yasmin
    yoko yolanda yvette yvonne zainab zelda zoe zsa""".split()
)
